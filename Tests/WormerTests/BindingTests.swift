import Testing
import Wormer

@Suite("Binding and asking")
struct BindingTests {
    let injector = Injector(parent: nil)

    @Test("A transient binding makes an instance for each request")
    func transient() {
        injector.bind(interface: EventBus.self, toImplementation: LocalEventBus.self, asSingleton: false) {
            LocalEventBus()
        }
        let first: EventBus = injector.instance()
        let second = injector.instance(for: EventBus.self)
        #expect(first !== second)
    }

    @Test("Bindings are transient unless they say otherwise")
    func transientByDefault() {
        injector.bind(interface: EventBus.self, toImplementation: LocalEventBus.self) { LocalEventBus() }
        #expect(injector.instance(for: EventBus.self) !== injector.instance(for: EventBus.self))
    }

    @Test("A singleton is made at the first request and shared from then on")
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

    @Test("An implementation bound to two interfaces is made for each")
    func oneImplementationTwoInterfaces() {
        injector.bind(interface: EventBus.self, toImplementation: LocalEventBus.self, asSingleton: true) {
            LocalEventBus()
        }
        injector.bind(interface: LocalEventBus.self, toImplementation: LocalEventBus.self, asSingleton: true) {
            LocalEventBus()
        }
        #expect(injector.instance(for: EventBus.self) !== injector.instance(for: LocalEventBus.self))
    }

    @Test("Binding again replaces the binding and releases the old instance")
    func rebinding() {
        weak var old: LocalEventBus?
        injector.bind(interface: EventBus.self, toImplementation: LocalEventBus.self, asSingleton: true) {
            let bus = LocalEventBus()
            old = bus
            return bus
        }
        _ = injector.instance(for: EventBus.self)
        #expect(old != nil)
        injector.bind(interface: EventBus.self, toImplementation: RemoteEventBus.self, asSingleton: true) {
            RemoteEventBus()
        }
        #expect(isSoon { old == nil })
        #expect(injector.instance(for: EventBus.self).name == "remote")
    }

    @Test("Identifiers tell bindings of one interface apart, compared with ==")
    func identifiers() {
        injector.bind(interface: EventBus.self, id: "a", toImplementation: LocalEventBus.self) { LocalEventBus() }
        injector.bind(interface: EventBus.self, id: 1, toImplementation: RemoteEventBus.self) { RemoteEventBus() }
        #expect(injector.instance(for: EventBus.self, id: "a").name == "local")
        #expect(injector.instance(for: EventBus.self, id: 1).name == "remote")
        #expect(injector.instance(for: EventBus.self, id: 1.0).name == "remote")
        #expect(injector.safeInstance(for: EventBus.self) == nil)
        #expect(injector.safeInstance(for: EventBus.self, id: "b") == nil)
    }

    @Test("Identifiers of one hash are still two identifiers")
    func collidingIdentifiers() {
        struct Colliding: Hashable {
            let value: Int
            func hash(into hasher: inout Hasher) {}
        }
        for value in 0..<3 {
            injector.bind(interface: Int.self, id: Colliding(value: value), toImplementation: Int.self) { value }
        }
        #expect((0..<3).map { injector.instance(for: Int.self, id: Colliding(value: $0)) } == [0, 1, 2])
    }

    @Test("Types that are spelled alike are two interfaces")
    func sameSpelling() {
        enum One { struct Settings { let value = 1 } }
        enum Two { struct Settings { let value = 2 } }
        injector.bind(interface: One.Settings.self, toImplementation: One.Settings.self) { One.Settings() }
        injector.bind(interface: Two.Settings.self, toImplementation: Two.Settings.self) { Two.Settings() }
        #expect(injector.instance(for: One.Settings.self).value == 1)
        #expect(injector.instance(for: Two.Settings.self).value == 2)
    }

    @Test("Base classes, structs, enums and actors are interfaces and implementations too")
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

    @Test("A function type is an interface; its instances take the runtime arguments")
    func functions() {
        injector.bind(
            interface: ((String) -> any NotificationGateway).self,
            toImplementation: ((String) -> any NotificationGateway).self
        ) {
            { name in PushGateway(eventBus: name == "remote" ? RemoteEventBus() : LocalEventBus()) }
        }
        let makeGateway: (String) -> any NotificationGateway = injector.instance()
        #expect(makeGateway("remote").eventBus.name == "remote")
        #expect(makeGateway("local").eventBus.name == "local")
        #expect(injector.safeInstance(for: ((Int) -> any NotificationGateway).self) == nil)
    }

    @Test("An implementation that is DefaultInitializable needs no initializer")
    func defaultInitializable() {
        final class Plain: EventBus, DefaultInitializable {
            let name = "plain"
        }
        injector.bind(interface: EventBus.self, toImplementation: Plain.self)
        #expect(injector.instance(for: EventBus.self) !== injector.instance(for: EventBus.self))
        injector.bind(interface: EventBus.self, toImplementation: Plain.self, asSingleton: true)
        #expect(injector.instance(for: EventBus.self) === injector.instance(for: EventBus.self))
    }

    @Test("Asked for an optional, nil is an answer where nothing is bound")
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

    @Test("An optional that is bound itself is given as it was bound")
    func boundOptional() {
        injector.bind(interface: Int?.self, toImplementation: Int?.self) { nil }
        injector.bind(interface: Int.self, toImplementation: Int.self) { 1 }
        #expect(injector.instance(for: Int?.self) == nil)
    }

    @Test("Names are a key space of their own")
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

    @Test("unbind, isBound and reset say and do what they are called")
    func unbinding() {
        injector.bind(interface: EventBus.self, toImplementation: LocalEventBus.self) { LocalEventBus() }
        injector.bind(interface: EventBus.self, id: 1, toImplementation: LocalEventBus.self) { LocalEventBus() }
        #expect(injector.isBound(interface: EventBus.self))
        #expect(Injector(parent: injector).isBound(interface: EventBus.self))
        injector.unbind(interface: EventBus.self)
        injector.unbind(interface: Unrelated.self)
        #expect(!injector.isBound(interface: EventBus.self))
        #expect(injector.isBound(interface: EventBus.self, id: 1))
        injector.reset()
        #expect(!injector.isBound(interface: EventBus.self, id: 1))
    }

    @Test("An initializer may ask and bind")
    func reentrance() {
        injector.bind(interface: EventBus.self, toImplementation: LocalEventBus.self, asSingleton: true) {
            LocalEventBus()
        }
        injector.bind(interface: NotificationGateway.self, toImplementation: PushGateway.self) { [unowned injector] in
            injector.bind(interface: Int.self, toImplementation: Int.self) { 7 }
            return PushGateway(eventBus: injector.instance())
        }
        let gateway: NotificationGateway = injector.instance()
        #expect(gateway.eventBus === injector.instance(for: EventBus.self))
        #expect(injector.instance(for: Int.self) == 7)
    }
}
