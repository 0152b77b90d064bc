/// Makes a property of `Container` a service.
@attached(accessor)
public macro Service(_ scope: Container.Scope = .transient) =
    #externalMacro(module: "FusionBefore", type: "ServiceMacro")

@propertyWrapper
public struct Inject<Service> {
    private let read: () -> Service

    public var wrappedValue: Service { read() }

    public init() {
        read = { [container = Container.main] in
            guard let value = container.resolve(Service.self) else { fatalError("\(Service.self) is not set") }
            return value
        }
    }

    public init(_ path: KeyPath<Container, Service>) {
        read = { [container = Container.main] in container[keyPath: path] }
    }
}
