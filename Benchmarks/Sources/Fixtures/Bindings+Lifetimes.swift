import Wormer

func bindLifetimes(in injector: Injector) {
    injector.bind(interface: (any ImageStore).self, toImplementation: LiveImageStore.self, lifetime: .weak) {
        LiveImageStore()
    }
    injector.bind(interface: (any Meter).self, toImplementation: SystemClock.self, asSingleton: true) { SystemClock() }
    injector.bind(
        interface: (any Report).self,
        toImplementation: LiveReport.self,
        initializer: LiveReport.init(clock:calendar:)
    )
    injector.bind(
        interface: (any RequestNumber).self,
        toImplementation: LiveRequestNumber.self,
        lifetime: .scope(.request)
    ) {
        LiveRequestNumber()
    }
    injector.bind(
        interface: (any Transaction).self,
        toImplementation: LiveTransaction.self,
        lifetime: .scope(.request)
    ) {
        LiveTransaction()
    }
    injector.bind(interface: (any Cart).self, toImplementation: LiveCart.self, lifetime: .scope(.request)) {
        LiveCart()
    }
    for _ in 0..<5 {
        injector.contribute(to: (any Plugin).self, lifetime: .singleton) { SystemClock() }
    }
}

/// Binds what belongs to the main actor, as `main.swift` or `App.init` does.
@MainActor
package func bindScreen(in injector: Injector) {
    injector.bind(interface: (any Screen).self, toImplementation: LiveScreen.self) { LiveScreen() }
}
