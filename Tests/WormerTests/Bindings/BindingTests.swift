import Testing
import Wormer

@Suite("An injector binds interfaces and resolves their instances")
struct BindingTests {
    let injector = Injector(parent: nil)

    @Test("The first lookup creates a singleton, and later lookups return the same instance")
    func singleton() {
        let tally = Tally()
        injector.bind(interface: EventBus.self, toImplementation: LocalEventBus.self, asSingleton: true) {
            _ = tally.increment()
            return LocalEventBus()
        }
        #expect(tally.count == 0)
        #expect(injector.instance(for: EventBus.self) === injector.instance(for: EventBus.self))
        #expect(tally.count == 1)
    }

    @Test("Two types with the same name in different scopes are different interfaces")
    func sameSpelling() {
        enum One { struct Settings { let value = 1 } }
        enum Two { struct Settings { let value = 2 } }
        injector.bind(interface: One.Settings.self, toImplementation: One.Settings.self) { One.Settings() }
        injector.bind(interface: Two.Settings.self, toImplementation: Two.Settings.self) { Two.Settings() }
        #expect(injector.instance(for: One.Settings.self).value == 1)
        #expect(injector.instance(for: Two.Settings.self).value == 2)
    }

    @Test("Base classes, structs, enums and actors can be interfaces and implementations")
    func kindsOfTypes() async {
        class Base {}
        final class Derived: Base {}
        enum Mode { case fast }
        actor Counter {}
        injector.bind(interface: Base.self, toImplementation: Derived.self) { Derived() }
        injector.bind(interface: Mode.self, toImplementation: Mode.self) { .fast }
        injector.bind(interface: Counter.self, toImplementation: Counter.self, asSingleton: true) { Counter() }
        #expect(injector.instance(for: Base.self) is Derived)
        #expect(injector.instance(for: Mode.self) == .fast)
        let counter: Counter = injector.instance()
        #expect(counter === injector.instance(for: Counter.self))
    }

    @Test("A function type can be an interface, and its instances take arguments at run time")
    func functions() {
        let factory = Factory<(String) -> any NotificationGateway>.make {
            { name in PushGateway(eventBus: name == "remote" ? RemoteEventBus() : LocalEventBus()) }
        }
        injector.bind(((String) -> any NotificationGateway).self, to: factory)
        let makeGateway: (String) -> any NotificationGateway = injector.instance()
        #expect(makeGateway("remote").eventBus.name == "remote")
        #expect(makeGateway("local").eventBus.name == "local")
        #expect(injector.safeInstance(for: ((Int) -> any NotificationGateway).self) == nil)
    }

    @Test("A DefaultInitializable implementation needs no initializer closure")
    func defaultInitializable() {
        final class Plain: EventBus, DefaultInitializable { let name = "plain" }
        injector.bind(interface: EventBus.self, toImplementation: Plain.self)
        #expect(injector.instance(for: EventBus.self) !== injector.instance(for: EventBus.self))
        injector.bind(interface: EventBus.self, toImplementation: Plain.self, asSingleton: true)
        #expect(injector.instance(for: EventBus.self) === injector.instance(for: EventBus.self))
    }

    @Test("A lookup of an optional returns nil where nothing is bound")
    func optionals() throws {
        let missing = injector.instance() as EventBus?
        #expect(missing == nil)
        #expect(try injector.throwingInstance(for: EventBus?.self) == nil)
        let safe: EventBus?? = injector.safeInstance(for: EventBus?.self)
        #expect(safe != nil && safe! == nil)
        injector.bind(interface: EventBus.self, id: "a", toImplementation: LocalEventBus.self) { LocalEventBus() }
        let bound = injector.instance(id: "a") as EventBus?
        #expect(bound?.name == "local")
        let twice = injector.instance(id: "a") as EventBus??
        #expect(twice??.name == "local")
    }

    @Test("A binding of an optional type takes precedence over the binding of its wrapped type")
    func boundOptional() {
        injector.bind(interface: Int?.self, toImplementation: Int?.self) { nil }
        injector.bind(interface: Int.self, toImplementation: Int.self) { 1 }
        #expect(injector.instance(for: Int?.self) == nil)
    }

    @Test("Names and interfaces do not share bindings")
    func names() {
        injector.bindInterface(named: "EventBus", toImplementation: LocalEventBus.self, asSingleton: true) {
            LocalEventBus()
        }
        let named: EventBus? = injector.safeInstance(named: "EventBus")
        #expect(named?.name == "local")
        #expect(named === injector.safeInstance(named: "EventBus") as EventBus?)
        #expect(injector.safeInstance(for: EventBus.self) == nil)
        #expect(injector.safeInstance(named: "EventBus") as Int? == nil)
        #expect(injector.safeInstance(named: "Other") as EventBus? == nil)
    }

    @Test("unbind() and reset() remove bindings, and isBound() also sees those of the parent")
    func unbinding() {
        injector.bind(interface: EventBus.self, toImplementation: LocalEventBus.self) { LocalEventBus() }
        injector.bind(interface: EventBus.self, id: 1, toImplementation: LocalEventBus.self) { LocalEventBus() }
        #expect(injector.isBound(EventBus.self))
        #expect(Injector(parent: injector).isBound(EventBus.self))
        injector.unbind(EventBus.self)
        injector.unbind(Unrelated.self)
        #expect(!injector.isBound(EventBus.self))
        #expect(injector.isBound(EventBus.self, id: 1))
        injector.unbindAll()
        #expect(!injector.isBound(EventBus.self, id: 1))
    }
}
