// A tree of ten objects: a root with three dependencies, which have two dependencies each.

package protocol Disk: Sendable {}
package protocol Network: Sendable {}
package protocol Cache: Sendable {}
package protocol Keychain: Sendable {}
package protocol Locale: Sendable {}
package protocol Random: Sendable {}
package protocol Storage: Sendable {}
package protocol Session: Sendable {}
package protocol Format: Sendable {}
package protocol Application: Sendable {}

package final class LiveDisk: Disk {
    private let number = 1
    private let name = "disk"

    package init() {}
}

package final class LiveNetwork: Network {
    private let number = 1
    private let name = "network"

    package init() {}
}

package final class LiveCache: Cache {
    private let number = 1
    private let name = "cache"

    package init() {}
}

package final class LiveKeychain: Keychain {
    private let number = 1
    private let name = "keychain"

    package init() {}
}

package final class LiveLocale: Locale {
    private let number = 1
    private let name = "locale"

    package init() {}
}

package final class LiveRandom: Random {
    private let number = 1
    private let name = "random"

    package init() {}
}

package final class LiveStorage: Storage {
    package let disk: any Disk
    package let cache: any Cache

    package init(disk: any Disk, cache: any Cache) {
        self.disk = disk
        self.cache = cache
    }
}

package final class LiveSession: Session {
    package let network: any Network
    package let keychain: any Keychain

    package init(network: any Network, keychain: any Keychain) {
        self.network = network
        self.keychain = keychain
    }
}

package final class LiveFormat: Format {
    package let locale: any Locale
    package let random: any Random

    package init(locale: any Locale, random: any Random) {
        self.locale = locale
        self.random = random
    }
}

package final class LiveApplication: Application {
    package let storage: any Storage
    package let session: any Session
    package let format: any Format

    package init(storage: any Storage, session: any Session, format: any Format) {
        self.storage = storage
        self.session = session
        self.format = format
    }
}

@inline(never)
package func newApplication() -> any Application {
    LiveApplication(
        storage: LiveStorage(disk: LiveDisk(), cache: LiveCache()),
        session: LiveSession(network: LiveNetwork(), keychain: LiveKeychain()),
        format: LiveFormat(locale: LiveLocale(), random: LiveRandom())
    )
}

@inline(never)
package func use(_ application: any Application) {}

@inline(never)
package func use(_ storage: any Storage) {}
