/// A stand-in for ArgumentParser 1: what the documents use.
public protocol AsyncParsableCommand {
    init()
    mutating func run() async throws
}

extension AsyncParsableCommand {
    public static func main() async {
        var command = Self()
        do { try await command.run() } catch { fatalError("\(error)") }
    }
}

@propertyWrapper
public struct Option<Value> {
    public var wrappedValue: Value
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}
