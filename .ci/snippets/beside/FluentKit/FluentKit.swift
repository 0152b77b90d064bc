/// A stand-in for FluentKit 1: what the documents use.
public protocol Database: Sendable {
    func transaction<T>(_ closure: @escaping @Sendable (any Database) async throws -> T) async throws -> T
}

public protocol Model: AnyObject, Sendable {}

extension Model {
    public static func query(on database: any Database) -> QueryBuilder<Self> { QueryBuilder() }
}

public final class QueryBuilder<Model: FluentKit.Model> {
    public func all() async throws -> [Model] { [] }
}
