import Fusion
import Wormer

// The services and the function that the sequential run declares, assigns and aliases.

extension Container {
    @Service var modelTransient: Envelope = declared(.transient)
    @Service(.singleton) var modelSingleton: Envelope = declared(.singleton)
    @Service(.session) var modelSession: Envelope = declared(.session)
    @Service(.singleton) var modelCombined: Envelope = declared(.combined)
    @Provides(.singleton) func modelCall(_ argument: Int) -> Envelope {
        declared(argument == 1 ? .firstCall : .secondCall)
    }

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
        case (.service(let property), _): read(property, spelling).product.instance
        }
    }

    private func read(_ property: Property, _ spelling: RequestSpelling) -> Envelope {
        let container = spelling == .facade ? Container(injector) : self
        return switch (property.argument, spelling) {
        case (let argument?, .inject): Inject(\.modelCallProvider, container: self).wrappedValue(argument)
        case (let argument?, _): container.modelCall(argument)
        case (nil, .inject): Inject(property.keyPath, container: self).wrappedValue
        case (nil, _): container[keyPath: property.keyPath]
        }
    }

    func unassign(_ property: Property) {
        property.argument == nil ? unassign(property.keyPath) : unassign(\.modelCallProvider)
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
        if byKeyPath, property.argument == nil { return mock(property.keyPath, value: envelope) }
        switch property {
        case .firstCall, .secondCall:
            let function: @Sendable (Int) -> Envelope = { _ in Envelope(product: Product(instance)) }
            byKeyPath ? mock(\.modelCallProvider, value: function) : (modelCallProvider = function)
        case .transient: modelTransient = envelope
        case .singleton: modelSingleton = envelope
        case .session: modelSession = envelope
        case .combined: modelCombined = envelope
        }
    }
}

extension Container.Scope { fileprivate static let session = id("session") }

extension Property {
    fileprivate var keyPath: ReferenceWritableKeyPath<Container, Envelope> {
        switch self {
        case .transient: \.modelTransient
        case .singleton: \.modelSingleton
        case .session: \.modelSession
        case .combined: \.modelCombined
        case .firstCall, .secondCall: fatalError("a call has no key path")
        }
    }
}
