// accepted
// A program can declare these names, which are unavailable otherwise.
import Fusion
import Testing
import Wormer
import WormerTesting

protocol API: Sendable {}
struct LiveAPI: API {}
struct Limited: API { let limit: Int }

extension Lifetime {
    static let container = Lifetime.singleton
    static var shared: Lifetime { .weak }
}

extension Container.Scope {
    static let cached = id("cached")
    static func scope(_ scope: Self) -> Self { scope }
}

extension Container {
    var manager: String { "a service" }
    func reset(options: Set<Int>) {}
    func push() {}
}

extension Injector {
    func autoregister<P, A>(_ interface: P.Type, initializer: @escaping @Sendable (A) -> P) {}
    func register<P>(_ interface: P.Type, name: String? = nil, _ make: @escaping @Sendable (Injector) -> P) {}
    func register<P, A>(_ interface: P.Type, _ make: @escaping @Sendable (Injector, A) -> P) {}
    func resolve<P, A>(_ interface: P.Type, argument: A) -> P? { nil }
    func bind<P>(_ interface: P.Type, name: String, to factory: Factory<P>) {}
    func instance<P>(for interface: P.Type = P.self, name: String) -> P { instance(id: name) }
    func synchronize() -> Injector { self }
    func removeAll() {}
}

extension Trait where Self == IsolatedBindingsTrait { static var container: Self { .isolatedBindings } }

func use(_ injector: Injector, _ trait: some TestTrait) {
    injector.autoregister(API.self, initializer: Limited.init)
    injector.register(API.self) { _ in LiveAPI() }
    injector.register(API.self) { _, limit in Limited(limit: limit) }
    injector.bind(API.self, name: "a", to: .make { LiveAPI() })
    injector.bind(API.self, lifetime: .container, to: .make { LiveAPI() })
    let api: (any API)? = injector.resolve(API.self, argument: 1) ?? injector.synchronize().instance(name: "a")
    injector.removeAll()
    let services: [String] = [Container.manager, Container.main.manager]
    Container.main.push()
    Container.main.reset(options: [])
    Container.reset(.scope(.cached))
    use(injector, .container)
}
