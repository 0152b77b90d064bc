/// An object whose `@Inject` properties are resolved from a container of its own.
public protocol Containerized {
    var container: Container { get }
}

@propertyWrapper
public struct Inject<Service> {
    private let id: AnyHashable?

    public var wrappedValue: Service {
        Container.main.resolveAssert(Service.self, id: id)
    }

    public init() {
        id = nil
    }

    public init(_ id: AnyHashable) {
        self.id = id
    }

    public static subscript<Owner>(
        _enclosingInstance owner: Owner,
        wrapped wrapped: KeyPath<Owner, Service>,
        storage storage: KeyPath<Owner, Inject<Service>>
    ) -> Service {
        let container = (owner as? Containerized)?.container ?? .main
        return container.resolveAssert(Service.self, id: owner[keyPath: storage].id)
    }
}
