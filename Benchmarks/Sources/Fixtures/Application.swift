// Ten objects: a root, three below it, and two below each of these.

public protocol Disk: Sendable {}
public protocol Network: Sendable {}
public protocol Cache: Sendable {}
public protocol Keychain: Sendable {}
public protocol Locale: Sendable {}
public protocol Random: Sendable {}
public protocol Storage: Sendable {}
public protocol Session: Sendable {}
public protocol Format: Sendable {}
public protocol Application: Sendable {}

public final class LiveDisk: Disk {
    private let number = 1
    private let name = "disk"

    public init() {}
}

public final class LiveNetwork: Network {
    private let number = 1
    private let name = "network"

    public init() {}
}

public final class LiveCache: Cache {
    private let number = 1
    private let name = "cache"

    public init() {}
}

public final class LiveKeychain: Keychain {
    private let number = 1
    private let name = "keychain"

    public init() {}
}

public final class LiveLocale: Locale {
    private let number = 1
    private let name = "locale"

    public init() {}
}

public final class LiveRandom: Random {
    private let number = 1
    private let name = "random"

    public init() {}
}

public final class LiveStorage: Storage {
    private let disk: any Disk
    private let cache: any Cache

    public init(disk: any Disk, cache: any Cache) {
        self.disk = disk
        self.cache = cache
    }
}

public final class LiveSession: Session {
    private let network: any Network
    private let keychain: any Keychain

    public init(network: any Network, keychain: any Keychain) {
        self.network = network
        self.keychain = keychain
    }
}

public final class LiveFormat: Format {
    private let locale: any Locale
    private let random: any Random

    public init(locale: any Locale, random: any Random) {
        self.locale = locale
        self.random = random
    }
}

public final class LiveApplication: Application {
    private let storage: any Storage
    private let session: any Session
    private let format: any Format

    public init(storage: any Storage, session: any Session, format: any Format) {
        self.storage = storage
        self.session = session
        self.format = format
    }
}

@inline(never)
public func newApplication() -> any Application {
    LiveApplication(
        storage: LiveStorage(disk: LiveDisk(), cache: LiveCache()),
        session: LiveSession(network: LiveNetwork(), keychain: LiveKeychain()),
        format: LiveFormat(locale: LiveLocale(), random: LiveRandom())
    )
}

@inline(never)
public func use(_ application: any Application) {}
