import Wormer

// As in a modular program, this module binds its own implementations, so the compiler can see their initializers.

/// Binds the services that the rows look up, with closures that use `Injector.default`.
package func bindFixtures(in injector: Injector) {
    injector.bind((any Clock).self, lifetime: .singleton, to: .make { SystemClock() })
    injector.bind((any Clock).self, id: "wall", lifetime: .singleton, to: .make { SystemClock() })
    injector.bind((any Calendar).self, lifetime: .singleton, to: .make { SystemClock() })
    injector.bind((any Message).self, to: .make { ShortMessage() })
    bindLeaves(in: injector)
    injector.bind(
        (any Storage).self,
        to: .make { LiveStorage(disk: Injector.default.instance(), cache: Injector.default.instance()) }
    )
    injector.bind(
        (any Session).self,
        to: .make { LiveSession(network: Injector.default.instance(), keychain: Injector.default.instance()) }
    )
    injector.bind(
        (any Format).self,
        to: .make { LiveFormat(locale: Injector.default.instance(), random: Injector.default.instance()) }
    )
    injector.bind(
        (any Application).self,
        to: .make {
            LiveApplication(
                storage: Injector.default.instance(),
                session: Injector.default.instance(),
                format: Injector.default.instance()
            )
        }
    )
    bindLifetimes(in: injector)
    bindShop(in: injector)
}

/// Binds the application and its parts to their initializers.
package func wireApplication(in injector: Injector) {
    bindLeaves(in: injector)
    injector.bind((any Storage).self, to: .using(LiveStorage.init(disk:cache:)))
    injector.bind((any Session).self, to: .using(LiveSession.init(network:keychain:)))
    injector.bind((any Format).self, to: .using(LiveFormat.init(locale:random:)))
    injector.bind((any Application).self, to: .using(LiveApplication.init(storage:session:format:)))
}

private func bindLeaves(in injector: Injector) {
    injector.bind((any Disk).self, to: .make { LiveDisk() })
    injector.bind((any Network).self, to: .make { LiveNetwork() })
    injector.bind((any Cache).self, to: .make { LiveCache() })
    injector.bind((any Keychain).self, to: .make { LiveKeychain() })
    injector.bind((any Locale).self, to: .make { LiveLocale() })
    injector.bind((any Random).self, to: .make { LiveRandom() })
}
