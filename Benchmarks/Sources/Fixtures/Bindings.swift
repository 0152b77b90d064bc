import Wormer

// As in a program of modules: each module binds what it implements, so that the compiler sees the initializers.

/// Binds what the rows ask for; closures ask `Injector.default` for the parts of the application.
package func bindFixtures(in injector: Injector) {
    injector.bind(interface: (any Clock).self, toImplementation: SystemClock.self, asSingleton: true) { SystemClock() }
    injector.bind(interface: (any Clock).self, id: "wall", toImplementation: SystemClock.self, asSingleton: true) {
        SystemClock()
    }
    injector.bind(interface: (any Calendar).self, toImplementation: SystemClock.self, asSingleton: true) {
        SystemClock()
    }
    injector.bind(interface: (any Message).self, toImplementation: ShortMessage.self) { ShortMessage() }
    bindLeaves(in: injector)
    injector.bind(interface: (any Storage).self, toImplementation: LiveStorage.self) {
        LiveStorage(disk: Injector.default.instance(), cache: Injector.default.instance())
    }
    injector.bind(interface: (any Session).self, toImplementation: LiveSession.self) {
        LiveSession(network: Injector.default.instance(), keychain: Injector.default.instance())
    }
    injector.bind(interface: (any Format).self, toImplementation: LiveFormat.self) {
        LiveFormat(locale: Injector.default.instance(), random: Injector.default.instance())
    }
    injector.bind(interface: (any Application).self, toImplementation: LiveApplication.self) {
        LiveApplication(
            storage: Injector.default.instance(),
            session: Injector.default.instance(),
            format: Injector.default.instance()
        )
    }
    bindLifetimes(in: injector)
    bindShop(in: injector)
}

/// Binds the application, the shop and their parts to their initializers.
package func wireApplication(in injector: Injector) {
    bindLeaves(in: injector)
    injector.bind(
        interface: (any Storage).self,
        toImplementation: LiveStorage.self,
        initializer: LiveStorage.init(disk:cache:)
    )
    injector.bind(
        interface: (any Session).self,
        toImplementation: LiveSession.self,
        initializer: LiveSession.init(network:keychain:)
    )
    injector.bind(
        interface: (any Format).self,
        toImplementation: LiveFormat.self,
        initializer: LiveFormat.init(locale:random:)
    )
    injector.bind(
        interface: (any Application).self,
        toImplementation: LiveApplication.self,
        initializer: LiveApplication.init(storage:session:format:)
    )
    wireShop(in: injector)
}

private func bindLeaves(in injector: Injector) {
    injector.bind(interface: (any Disk).self, toImplementation: LiveDisk.self) { LiveDisk() }
    injector.bind(interface: (any Network).self, toImplementation: LiveNetwork.self) { LiveNetwork() }
    injector.bind(interface: (any Cache).self, toImplementation: LiveCache.self) { LiveCache() }
    injector.bind(interface: (any Keychain).self, toImplementation: LiveKeychain.self) { LiveKeychain() }
    injector.bind(interface: (any Locale).self, toImplementation: LiveLocale.self) { LiveLocale() }
    injector.bind(interface: (any Random).self, toImplementation: LiveRandom.self) { LiveRandom() }
}
