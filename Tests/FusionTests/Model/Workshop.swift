import Compat
import Fusion
import Wormer

// What the model's words stand for in the library.

protocol Numbered: CustomStringConvertible {
    var instance: Instance { get }
}

extension Numbered {
    var description: String { "#\(instance.serial)" }
}

struct First: Numbered {
    let instance: Instance
}

struct Second: Numbered {
    let instance: Instance
}

struct Third: Numbered {
    let instance: Instance
}

final class Held: Numbered, Sendable {
    let instance: Instance

    init(instance: Instance) {
        self.instance = instance
    }
}

/// Makes instances.
enum Workshop {
    struct Failure: Error {}

    /// How many were made.
    ///
    /// Only the tests of one serialized suite make any.
    nonisolated(unsafe) static var made = 0

    /// The serial numbers of what was ended; as above.
    nonisolated(unsafe) static var ended: [Int] = []

    static func make(_ recipe: Recipe, in container: Container) throws -> Instance {
        switch recipe {
        case .failing, .alias:
            throw Failure()
        case .plain:
            defer { made += 1 }
            return Instance(serial: made)
        case .parts(let keys):
            let parts = keys.map { container.ask(for: $0)?.serial }
            defer { made += 1 }
            return Instance(serial: made, parts: parts)
        }
    }

    static func noteEnd(of service: Any) {
        if let service = service as? any Numbered {
            ended.append(service.instance.serial)
        }
    }

    static func part(_ property: ModelKey.Property, in container: Container) -> Third {
        guard let recipe = Model.services[property]?.recipe, let instance = try? make(recipe, in: container) else {
            fatalError("services of the model do not fail")
        }
        return Third(instance: instance)
    }
}

extension Container {
    @Service var modelTransient: Third = made(.transient)
    @Service(.singleton) var modelSingleton: Third = made(.singleton)
    @Service(.modelSession) var modelSession: Third = made(.session)
    @Service(.singleton) var modelCombined: Third = made(.combined)

    private func made(_ property: ModelKey.Property) -> Third { Workshop.part(property, in: self) }
    private static func made(_ property: ModelKey.Property) -> Third { Workshop.part(property, in: main) }

    /// Asks in the plainest way.
    fileprivate func ask(for key: ModelKey) -> Instance? {
        switch key {
        case .service(let property): self[keyPath: property.keyPath].instance
        case .type(.first, let id): resolve(First.self, id: id.value)?.instance
        case .type(.second, let id): resolve(Second.self, id: id.value)?.instance
        case .type(.third, let id): resolve(Third.self, id: id.value)?.instance
        case .type(.numbered, let id): resolve((any Numbered).self, id: id.value)?.instance
        case .type(.held, let id): resolve(Held.self, id: id.value)?.instance
        case .contribution: nil
        }
    }

    /// Asks for all contributions; nil if one throws.
    func askForAll(_ interface: ModelKey.Interface) -> [Instance]? {
        switch interface {
        case .first: resolve([First].self)?.map(\.instance)
        case .second: resolve([Second].self)?.map(\.instance)
        case .third: try? injector.throwingInstances(for: Third.self).map(\.instance)
        case .numbered: resolve([any Numbered].self)?.map(\.instance)
        case .held: injector.safeInstance(for: [Held].self)?.map(\.instance)
        }
    }

    /// Asks in the manner that is asked for, where it makes no other demands than the plainest.
    func ask(for key: ModelKey, _ manner: Operation.Manner, expecting: Instance?) throws -> Instance? {
        switch key {
        case .service(let property):
            switch manner {
            case .inject: Inject(property.keyPath, container: self).wrappedValue.instance
            case .faces: Container(injector)[keyPath: property.keyPath].instance
            default: self[keyPath: property.keyPath].instance
            }
        case .type(.first, let id): try ask(for: First.self, id, manner, expecting)?.instance
        case .type(.second, let id): try ask(for: Second.self, id, manner, expecting)?.instance
        case .type(.third, let id): try ask(for: Third.self, id, manner, expecting)?.instance
        case .type(.numbered, let id): try ask(for: (any Numbered).self, id, manner, expecting)?.instance
        case .type(.held, let id): try ask(for: Held.self, id, manner, expecting)?.instance
        case .contribution: nil
        }
    }

    private func ask<Service>(
        for type: Service.Type,
        _ identifier: ModelKey.Identifier,
        _ manner: Operation.Manner,
        _ expecting: Instance?
    ) throws -> Service? {
        let id = identifier.spelledDifferently
        let isMain = Container.main === self
        switch manner {
        case .get: return isMain ? Container.get(type, id: id) : get(type, id: id)
        case .assert where expecting != nil: return resolveAssert(type, id: id)
        case .inject where expecting != nil: return Inject(id: id, container: self).wrappedValue
        case .optional where expecting != nil: return resolveAssert(Service?.self, id: id)
        case .faces where isMain && identifier == .none && expecting != nil: return Resolver.shared.resolve()
        case .faces where isMain: return Injector.default.safeInstance(for: type, id: id)
        case .injector: return injector.safeInstance(for: type, id: id)
        case .throwing:
            do {
                return try resolveThrowing(type, id: id)
            } catch let error as InjectionError {
                switch error.reason {
                case .initializerThrew(let underlying) where underlying is Workshop.Failure: return nil
                case .scopeNotOpen: return nil
                default: throw error
                }
            } catch FusionError.notRegistered where !injector.isBound(interface: type, id: id) {
                return nil
            }
        default: return isMain ? Container.resolve(type, id: id) : resolve(type, id: id)
        }
    }

    func bind(_ key: ModelKey, _ scope: ModelScope, _ recipe: Recipe, _ spelling: Operation.Spelling) {
        guard case .type(let interface, let id) = key else { return }
        switch interface {
        case .first: bind(First.self, id, scope, spelling) { First(instance: try Workshop.make(recipe, in: $0)) }
        case .second: bind(Second.self, id, scope, spelling) { Second(instance: try Workshop.make(recipe, in: $0)) }
        case .third: bind(Third.self, id, scope, spelling) { Third(instance: try Workshop.make(recipe, in: $0)) }
        case .numbered:
            bind((any Numbered).self, id, scope, spelling) { Second(instance: try Workshop.make(recipe, in: $0)) }
        case .held: bind(Held.self, id, scope, spelling) { Held(instance: try Workshop.make(recipe, in: $0)) }
        }
    }

    private func bind<Service>(
        _ type: Service.Type,
        _ id: ModelKey.Identifier,
        _ scope: ModelScope,
        _ spelling: Operation.Spelling,
        _ make: @escaping (Container) throws -> Service
    ) {
        let isMain = Container.main === self
        switch (spelling, scope) {
        case (.injector, .transient), (.injector, .singleton):
            let injector = isMain ? .default : injector
            let asSingleton = scope == .singleton
            // Unowned, as the injector holds what it is given.
            injector.bind(interface: type, id: id.value, toImplementation: type, asSingleton: asSingleton) {
                [unowned own = self.injector] in try make(Container(own))
            }
        case (.injector, _):
            injector.bind(interface: type, id: id.value, toImplementation: type, lifetime: scope.lifetime) {
                [unowned own = self.injector] in try make(Container(own))
            }
        case (.bind, .visit), (.bind, .tour):
            bind(type, id: id.value, lifetime: scope.lifetime, onEnd: { Workshop.noteEnd(of: $0) }, factory: make)
        case (.register, .weak), (.register, .resolution):
            register(type, id: id.value, lifetime: scope.lifetime, factory: make)
        case (_, .weak), (_, .resolution), (_, .visit), (_, .tour):
            bind(type, id: id.value, lifetime: scope.lifetime, factory: make)
        case (.register, _) where isMain: Container.register(scope.value, to: type, id: id.value, factory: make)
        case (.register, _): register(scope.value, to: type, id: id.value, factory: make)
        case (_, .transient): bind(type, id: id.value, factory: make)
        case _ where isMain: Container.bind(scope.value, to: type, id: id.value, factory: make)
        default: bind(scope.value, to: type, id: id.value, factory: make)
        }
    }

    func unbind(_ key: ModelKey) {
        switch key {
        case .type(.first, let id): injector.unbind(interface: First.self, id: id.spelledDifferently)
        case .type(.second, let id): injector.unbind(interface: Second.self, id: id.spelledDifferently)
        case .type(.third, let id): injector.unbind(interface: Third.self, id: id.spelledDifferently)
        case .type(.numbered, let id): injector.unbind(interface: (any Numbered).self, id: id.spelledDifferently)
        case .type(.held, let id): injector.unbind(interface: Held.self, id: id.spelledDifferently)
        case .service, .contribution: break
        }
    }

    func isBound(_ key: ModelKey) -> Bool {
        switch key {
        case .type(.first, let id): injector.isBound(interface: First.self, id: id.spelledDifferently)
        case .type(.second, let id): injector.isBound(interface: Second.self, id: id.spelledDifferently)
        case .type(.third, let id): injector.isBound(interface: Third.self, id: id.spelledDifferently)
        case .type(.numbered, let id): injector.isBound(interface: (any Numbered).self, id: id.spelledDifferently)
        case .type(.held, let id): injector.isBound(interface: Held.self, id: id.spelledDifferently)
        case .service, .contribution: false
        }
    }

    func set(_ instance: Instance, for interface: ModelKey.Interface) {
        switch interface {
        case .first: set(First(instance: instance), for: First.self)
        case .second: set(Second(instance: instance), as: Second.self)
        case .third: set(Third(instance: instance))
        case .numbered: set(Second(instance: instance), for: (any Numbered).self)
        case .held: set(Held(instance: instance), for: Held.self)
        }
    }

    func setAlias(_ property: ModelKey.Property, for interface: ModelKey.Interface) {
        if interface == .third {
            setAlias(property.keyPath, for: Third.self)
        } else {
            setAlias(property.keyPath, for: (any Numbered).self)
        }
    }

    func assign(_ instance: Instance, to property: ModelKey.Property, byKeyPath: Bool) {
        let third = Third(instance: instance)
        if byKeyPath {
            return mock(property.keyPath, value: third)
        }
        switch property {
        case .transient: modelTransient = third
        case .singleton: modelSingleton = third
        case .session: modelSession = third
        case .combined: modelCombined = third
        }
    }
}

extension ModelKey.Identifier {
    var value: AnyHashable? {
        switch self {
        case .none: nil
        case .text: "a"
        case .one: 1
        case .two: 2
        }
    }

    /// An equal identifier of another type, where there is one.
    var spelledDifferently: AnyHashable? {
        switch self {
        case .none: nil
        case .text: "a"
        case .one: 1.0
        case .two: UInt8(2)
        }
    }
}

extension ModelKey.Property {
    var keyPath: ReferenceWritableKeyPath<Container, Third> {
        switch self {
        case .transient: \.modelTransient
        case .singleton: \.modelSingleton
        case .session: \.modelSession
        case .combined: \.modelCombined
        }
    }
}
