import Testing
import Wormer

// The snippets of the Wormer 2 guide. They use `Injector.default` in an override, which leaves the injector unchanged.
@Suite("The code of the Wormer 2 guide works unchanged", .serialized)
struct GuideTests {
    protocol Interface {}
    final class Implementation: Interface {}

    protocol NearableProximityProvider {}
    final class BrandedNearableProximityProvider: NearableProximityProvider {}

    final class NotificationGatewayImplementation: NotificationGateway {
        let eventBus: any EventBus

        init(eventBus: EventBus) { self.eventBus = eventBus }
    }

    enum DependencyBuilder {
        static func build() {
            let injector = Injector.default

            injector.bind(
                interface: EventBus.self,
                toImplementation: LocalEventBus.self,
                asSingleton: true
            ) { LocalEventBus() }
            let eventBus: EventBus = injector.instance()

            injector.bind(
                interface: NotificationGateway.self,
                toImplementation: NotificationGatewayImplementation.self,
                asSingleton: true
            ) { NotificationGatewayImplementation(eventBus: eventBus) }

            injector.bind(
                interface: NearableProximityProvider.self,
                toImplementation: BrandedNearableProximityProvider.self,
                asSingleton: false
            ) { BrandedNearableProximityProvider() }
        }
    }

    struct SomeProvider {
        private(set) var eventBus: EventBus

        init(eventBus: EventBus) { self.eventBus = eventBus }
    }

    final class EventViewController { private(set) lazy var eventBus: EventBus = Injector.default.instance() }

    /// Runs `body` in an override, which separates it from the tests of other suites.
    private func withGuide(_ body: () -> Void) {
        inOverride(Override()) {
            Injector.default.unbindAll()
            body()
        }
    }

    @Test("bind() binds an interface, and its type or type inference selects the instance")
    func binding() {
        withGuide {
            Injector.default.bind(
                interface: Interface.self,
                toImplementation: Implementation.self,
                asSingleton: false,
                initializer: { Implementation() }
            )
            let instance = Injector.default.instance(for: Interface.self)
            let inferred: Interface = Injector.default.instance()
            #expect(instance is Implementation && inferred is Implementation)
            #expect(Injector.default.safeInstance(for: EventBus.self) == nil)
        }
    }

    @Test("The guide's three bindings give two singletons, one using the other, and a transient")
    func building() {
        withGuide {
            DependencyBuilder.build()
            let gateway: NotificationGateway = Injector.default.instance()
            let eventBus: EventBus = Injector.default.instance()
            #expect(gateway.eventBus === eventBus)
            let first: NearableProximityProvider = Injector.default.instance()
            let second: NearableProximityProvider = Injector.default.instance()
            #expect(first as AnyObject !== second as AnyObject)
        }
    }

    @Test("Initializer injection and property injection give the same singleton")
    func injecting() {
        withGuide {
            DependencyBuilder.build()
            let eventBus: EventBus = Injector.default.instance()
            #expect(SomeProvider(eventBus: eventBus).eventBus === EventViewController().eventBus)
        }
    }
}
