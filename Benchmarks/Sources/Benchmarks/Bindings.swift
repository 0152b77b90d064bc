import Fixtures
import Wormer

/// A type for each digit, so that generic arguments make many types out of few.
protocol Digit: Sendable {}
enum D0: Digit {}
enum D1: Digit {}
enum D2: Digit {}
enum D3: Digit {}
enum D4: Digit {}
enum D5: Digit {}
enum D6: Digit {}
enum D7: Digit {}
enum D8: Digit {}
enum D9: Digit {}

/// One of 10,000 services.
struct Service<A: Digit, B: Digit, C: Digit, D: Digit> {}

let digits: [any Digit.Type] = [
    D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self, D9.self,
]

/// Binds services that nobody asks for.
func bindOthers(_ count: Int, in injector: Injector) {
    for number in 0..<count {
        let thousands: any Digit.Type = digits[number / 1_000 % 10]
        let hundreds: any Digit.Type = digits[number / 100 % 10]
        let tens: any Digit.Type = digits[number / 10 % 10]
        let ones: any Digit.Type = digits[number % 10]
        bindOther(thousands, hundreds, tens, ones, in: injector)
    }
}

private func bindOther<A: Digit, B: Digit, C: Digit, D: Digit>(
    _: A.Type,
    _: B.Type,
    _: C.Type,
    _: D.Type,
    in injector: Injector
) {
    injector.bind(interface: Service<A, B, C, D>.self, toImplementation: Service<A, B, C, D>.self) { Service() }
}

/// Binds what the rows ask for; the application resolves its parts in closures.
func bindFixtures(in injector: Injector) {
    injector.bind(interface: (any Clock).self, toImplementation: SystemClock.self, asSingleton: true) { SystemClock() }
    injector.bind(interface: (any Clock).self, id: "wall", toImplementation: SystemClock.self, asSingleton: true) {
        SystemClock()
    }
    injector.bind(interface: (any Calendar).self, toImplementation: SystemClock.self, asSingleton: true) {
        SystemClock()
    }
    injector.bind(interface: (any Message).self, toImplementation: ShortMessage.self) { ShortMessage() }
    bindLeaves(in: injector)
    injector.bind(interface: (any Storage).self, toImplementation: LiveStorage.self) { [unowned injector] in
        LiveStorage(disk: injector.instance(), cache: injector.instance())
    }
    injector.bind(interface: (any Session).self, toImplementation: LiveSession.self) { [unowned injector] in
        LiveSession(network: injector.instance(), keychain: injector.instance())
    }
    injector.bind(interface: (any Format).self, toImplementation: LiveFormat.self) { [unowned injector] in
        LiveFormat(locale: injector.instance(), random: injector.instance())
    }
    injector.bind(interface: (any Application).self, toImplementation: LiveApplication.self) { [unowned injector] in
        LiveApplication(storage: injector.instance(), session: injector.instance(), format: injector.instance())
    }
}

/// Binds the application and its parts to their initializers.
func wireApplication(in injector: Injector) {
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
}

private func bindLeaves(in injector: Injector) {
    injector.bind(interface: (any Disk).self, toImplementation: LiveDisk.self) { LiveDisk() }
    injector.bind(interface: (any Network).self, toImplementation: LiveNetwork.self) { LiveNetwork() }
    injector.bind(interface: (any Cache).self, toImplementation: LiveCache.self) { LiveCache() }
    injector.bind(interface: (any Keychain).self, toImplementation: LiveKeychain.self) { LiveKeychain() }
    injector.bind(interface: (any Locale).self, toImplementation: LiveLocale.self) { LiveLocale() }
    injector.bind(interface: (any Random).self, toImplementation: LiveRandom.self) { LiveRandom() }
}
