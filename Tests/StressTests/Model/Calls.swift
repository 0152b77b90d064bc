import Compat
import Fusion
import Wormer

/// The calls with one type and one identifier.
package protocol Calls: Sendable {
    typealias Construct = @Sendable (Container) throws -> Product
    typealias Decorate = @Sendable (Product) throws -> Product

    func bind(_ form: BindForm, in container: Container, _ construct: @escaping Construct)
    func bind(_ form: BindForm, in container: Container, _ construct: TaskConstruct)
    func contribute(_ form: BindForm, in container: Container, _ construct: @escaping Construct)
    func decorate(_ spelling: BindForm.Spelling, in container: Container, _ decorate: @escaping Decorate)
    /// Decorates every contribution.
    func decorateAll(in container: Container, _ decorate: @escaping Decorate)
    func set(_ product: Product, in container: Container)
    /// Returns whether there was a binding.
    func unbind(in injector: Injector) -> Bool
    func isBound(in injector: Injector) -> Bool
    /// Requests an instance, with an identifier of a concrete type.
    func resolve(in injector: Injector) throws(InjectionError) -> Product
    func resolveAsync(in injector: Injector) async throws -> Product
    /// Requests an instance in any way that does not end the process if nothing is bound.
    func resolve(in container: Container, _: RequestSpelling, isExpected: Bool) throws -> Product?
    /// Requests every contribution.
    func resolveAll(in injector: Injector) throws(InjectionError) -> [Product]
    func resolveAll(in container: Container, _: RequestSpelling) -> [Product]?
}

/// A form of binding, contribution or decorator.
package struct BindForm: Sendable {
    package enum Spelling: CaseIterable, Sendable { case bind, register, injector }

    let spelling: Spelling
    let lifetime: LifetimeName
    let onEnd: (@Sendable (Product) throws -> Void)?

    package init(_ spelling: Spelling, _ lifetime: LifetimeName, onEnd: (@Sendable (Product) throws -> Void)? = nil) {
        (self.spelling, self.lifetime, self.onEnd) = (spelling, lifetime, onEnd)
    }
}

/// A function that a task calls, because it awaits, belongs to the main actor, or has a parameter of that kind.
package enum TaskConstruct: Sendable {
    case async(@Sendable (Container) async throws -> Product)
    case onMainActor(Calls.Construct)
    case usingAsync(Calls.Construct)
    case usingMainActor(Calls.Construct)
}

// The parameters of functions that a task calls. They are optional, because a reset unbinds them.
private struct Connection: Sendable {}
private struct Screen: Sendable {}

/// The forms of a request.
package enum RequestSpelling: CaseIterable, Sendable {
    case resolve, get, assert, throwing, optional, injector, inject, facade
}

/// The error that a factory throws on purpose.
struct PlannedError: Error {}

struct Typed<Service>: Calls, @unchecked Sendable {
    // `AnyHashable` is not `Sendable`, but the identifiers are.
    private let identifier: Identifier
    private let id: AnyHashable?
    private let wrap: @Sendable (Product) -> Service
    private let unwrap: @Sendable (Service) -> Product

    init(
        _ identifier: Identifier,
        wrap: @escaping @Sendable (Product) -> Service,
        unwrap: @escaping @Sendable (Service) -> Product
    ) { (self.identifier, id, self.wrap, self.unwrap) = (identifier, identifier.value, wrap, unwrap) }

    func bind(_ form: BindForm, in container: Container, _ construct: @escaping Construct) {
        let factory: @Sendable (Container) throws -> Service = { wrap(try construct($0)) }
        let make: @Sendable (Injector) throws -> Service = { try factory(Container($0)) }
        let isMain = Container.main === container
        let (type, lifetime, scope) = (Service.self, form.lifetime.lifetime, form.lifetime.containerScope)
        if let onEnd = form.onEnd {
            container.bind(type, id: id, lifetime: lifetime, to: .make(make).onEnd { try onEnd(unwrap($0)) })
            return
        }
        switch form.spelling {
        case .injector where [.transient, .singleton].contains(lifetime):
            // Unowned: the injector retains the closure.
            let classic = { [unowned own = container.injector] in try factory(Container(own)) }
            let isShared = lifetime == .singleton
            (isMain ? .default : container.injector)
                .bind(interface: type, id: id, toImplementation: type, asSingleton: isShared, initializer: classic)
        case .injector:
            (isMain ? .default : container.injector).bind(type, id: id, lifetime: lifetime, to: .make(make))
        case .register where !form.lifetime.isContainerScope, .bind where !form.lifetime.isContainerScope:
            container.bind(type, id: id, lifetime: lifetime, to: .make(make))
        case .register: container.register(scope, to: type, id: id, factory: factory)
        case .bind where form.lifetime == .transient: container.bind(type, id: id, factory: factory)
        case .bind where isMain: Container.bind(scope, to: type, id: id, factory: factory)
        case .bind: container.bind(scope, to: type, id: id, factory: factory)
        }
    }

    func bind(_ form: BindForm, in container: Container, _ construct: TaskConstruct) {
        var factory: Factory<Service>
        switch construct {
        case .async(let construct): factory = .async { wrap(try await construct(Container($0))) }
        case .onMainActor(let construct): factory = .onMainActor { wrap(try construct(Container($0))) }
        case .usingAsync(let construct):
            container.bind(Connection.self, lifetime: .transient, to: .async { Connection() })
            factory = .using { [unowned own = container.injector] (_: Connection?) in
                wrap(try construct(Container(own)))
            }
        case .usingMainActor(let construct):
            container.bind(Screen.self, lifetime: .singleton, to: .onMainActor { Screen() })
            factory = .using { [unowned own = container.injector] (_: Screen?) in
                wrap(try construct(Container(own)))
            }
        }
        if let onEnd = form.onEnd { factory = factory.onEnd { try onEnd(unwrap($0)) } }
        container.bind(Service.self, id: id, lifetime: form.lifetime.lifetime, to: factory)
    }

    func contribute(_ form: BindForm, in container: Container, _ construct: @escaping Construct) {
        let injector = form.spelling == .injector && Container.main === container ? .default : container.injector
        let factory: Factory<Service> = .make { wrap(try construct(Container($0))) }
        injector.contribute(to: Service.self, id: id, lifetime: form.lifetime.lifetime, factory)
    }

    func decorate(_ spelling: BindForm.Spelling, in container: Container, _ decorate: @escaping Decorate) {
        let injector = spelling == .injector && Container.main === container ? .default : container.injector
        injector.decorate(Service.self, id: identifier.spelledDifferently) { wrap(try decorate(unwrap($0))) }
    }

    func decorateAll(in container: Container, _ decorate: @escaping Decorate) {
        container.injector.decorateContributions(to: Service.self) { wrap(try decorate(unwrap($0))) }
    }

    func set(_ product: Product, in container: Container) {
        if product.instance.serial.isMultiple(of: 2) {
            container.set(wrap(product), for: Service.self)
        } else {
            container.set(wrap(product))
        }
    }

    func unbind(in injector: Injector) -> Bool {
        injector.unbind(Service.self, id: identifier.spelledDifferently)
    }

    func isBound(in injector: Injector) -> Bool {
        injector.isBound(Service.self, id: identifier.spelledDifferently)
    }

    func resolve(in injector: Injector) throws(InjectionError) -> Product {
        switch identifier {
        case .none: unwrap(try injector.throwingInstance(for: Service.self))
        case .text: unwrap(try injector.throwingInstance(for: Service.self, id: "a"))
        case .one: unwrap(try injector.throwingInstance(for: Service.self, id: 1))
        case .two: unwrap(try injector.throwingInstance(for: Service.self, id: 2 as UInt8))
        case .calling, .colliding:
            unwrap(try injector.throwingInstance(for: Service.self, id: CallingIdentifier(name: "\(identifier)")))
        }
    }

    func resolveAsync(in injector: Injector) async throws -> Product {
        unwrap(try await injector.asyncInstance(for: Service.self, id: id))
    }

    func resolve(in container: Container, _ spelling: RequestSpelling, isExpected: Bool) throws -> Product? {
        try request(in: container, spelling, isExpected: isExpected).map(unwrap)
    }

    private func request(in container: Container, _ spelling: RequestSpelling, isExpected: Bool) throws -> Service? {
        let (type, id) = (Service.self, identifier.spelledDifferently)
        let isMain = Container.main === container
        switch spelling {
        case .get: return isMain ? Container.resolve(type, id: id) : container.resolve(type, id: id)
        case .assert where isExpected: return container.resolveAssert(type, id: id)
        case .inject where isExpected: return Inject(id, container: container).wrappedValue
        case .optional where isExpected: return container.resolveAssert(Service?.self, id: id)
        case .facade where isMain && id == nil && isExpected: return Resolver.shared.resolve()
        case .facade where isMain: return Injector.default.safeInstance(for: type, id: id)
        case .injector: return (try? resolve(in: container.injector)).map(wrap)
        case .throwing:
            do {
                return try container.resolveThrowing(type, id: id)
            } catch let error as InjectionError {
                switch error.reason {
                case .factoryThrew(let error) where error is PlannedError: return nil
                case .decoratorThrew(let error, _) where error is PlannedError: return nil
                case .scopeNotOpen, .captiveDependency: return nil
                default: throw error
                }
            } catch FusionError.notRegistered where !isBound(in: container.injector) {
                return nil
            }
        default: return isMain ? Container.resolve(type, id: id) : container.resolve(type, id: id)
        }
    }

    func resolveAll(in injector: Injector) throws(InjectionError) -> [Product] {
        try injector.throwingInstances(for: Service.self).map(unwrap)
    }

    func resolveAll(in container: Container, _ spelling: RequestSpelling) -> [Product]? {
        switch spelling {
        case .throwing: try? resolveAll(in: container.injector)
        case .injector: container.injector.safeInstance(for: [Service].self)?.map(unwrap)
        default: container.resolve([Service].self)?.map(unwrap)
        }
    }
}

/// Runs `body` like another task for which no scope is open, because nothing can be bound for an open scope.
package func outsideScopes(_ body: () -> Void) { Context.new { ($0.scope, $0.around) = (nil, []) }.run(body) }
