import Fusion
import Wormer

// The services that the sequential run declares, assigns and aliases.

extension Container {
    @Service var modelTransient: Envelope = declared(.transient)
    @Service(.singleton) var modelSingleton: Envelope = declared(.singleton)
    @Service(.session) var modelSession: Envelope = declared(.session)
    @Service(.singleton) var modelCombined: Envelope = declared(.combined)

    private func declared(_ property: Property) -> Envelope {
        guard let product = try? construct(Model.services[property]!.recipe) else {
            fatalError("the declared services do not throw")
        }
        return Envelope(product: product)
    }

    private static func declared(_ property: Property) -> Envelope { main.declared(property) }

    /// Constructs a product with a recipe.
    func construct(_ recipe: Recipe) throws -> Product {
        let ledger = Ledger.current!
        var parts: [Int?] = []
        switch recipe {
        case .failing, .alias: throw PlannedError()
        case .plain: break
        case .parts(let keys): parts = try serials(of: keys)
        case .visit(let keys):
            parts = try injector.withScope(LifetimeName.visit.scope) { try serials(of: keys) }
            parts += try serials(of: keys)
        }
        defer { ledger.constructed += 1 }
        return Product(Instance(serial: ledger.constructed, parts: parts))
    }

    private func serials(of keys: [Key]) throws -> [Int?] {
        try keys.map { try resolve($0, .resolve, isExpected: false)?.serial }
    }

    func resolve(_ key: Key, _ spelling: RequestSpelling, isExpected: Bool) throws -> Instance? {
        switch (key, spelling) {
        case (.contribution, _): nil
        case (.type(let interface, let id), _):
            try interface.calls(id).resolve(in: self, spelling, isExpected: isExpected)?.instance
        case (.service(let property), .inject):
            Inject(property.keyPath, container: self).wrappedValue.product.instance
        case (.service(let property), .facade): Container(injector)[keyPath: property.keyPath].product.instance
        case (.service(let property), _): self[keyPath: property.keyPath].product.instance
        }
    }

    func setAlias(_ property: Property, for interface: Interface) {
        if interface == .envelope {
            setAlias(property.keyPath, for: Envelope.self)
        } else {
            setAlias(property.keyPath, for: (any Beta).self)
        }
    }

    func assign(_ instance: Instance, to property: Property, byKeyPath: Bool) {
        let envelope = Envelope(product: Product(instance))
        if byKeyPath { return mock(property.keyPath, value: envelope) }
        switch property {
        case .transient: modelTransient = envelope
        case .singleton: modelSingleton = envelope
        case .session: modelSession = envelope
        case .combined: modelCombined = envelope
        }
    }
}

extension Container.Scope { fileprivate static let session = id("session") }

extension Property {
    var keyPath: ReferenceWritableKeyPath<Container, Envelope> {
        switch self {
        case .transient: \.modelTransient
        case .singleton: \.modelSingleton
        case .session: \.modelSession
        case .combined: \.modelCombined
        }
    }
}
