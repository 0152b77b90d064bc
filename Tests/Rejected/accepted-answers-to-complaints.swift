// accepted
import Fusion
import Testing
import WormerTesting

protocol Mailer: Sendable {}
struct MockMailer: Mailer {}
struct Checkout {
    let mailer: any Mailer
    init(mailer: any Mailer) { self.mailer = mailer }
    init(_ other: Checkout) { mailer = other.mailer }
}

@MainActor final class Cart {
    init() {}
    init(limit: Int) {}
}

final class Log {}
struct Repository<Element>: Sendable {}
final class Pool: Sendable { func close() {} }

protocol HTTPClient: Sendable {}
actor LiveClient: HTTPClient {
    static func connect() async -> LiveClient { LiveClient() }
    func close() {}
}

extension Wormer.Scope { static let session = Scope("session") }
extension Container.Scope { static let login = id("login") }

extension Container {
    @MainActor @Service var cart = Cart()
    @Service var limit = 3
    @Service var mailer: any Mailer = MockMailer()
    @Service(.singleton, onEnd: { (pool: Pool) in pool.close() }) var pool = Pool()
    @Service(lifetime: .scope(.session)) var sessionPool = Pool()
    @Service(.singleton, onEnd: Container.close) var pond = Pool()
    @Provides(.singleton, onEnd: Container.close) func lake() -> Pool { Pool() }
    static func close(_ pool: Pool) { pool.close() }
    @Provides func lane(_ number: Int) -> Pool { Pool() }
    @Provides(.login, onEnd: { (client: LiveClient) in await client.close() })
    func client() -> LiveClient { LiveClient() }
    @Provides(lifetime: .scope(.session)) func sauna() -> Pool { Pool() }
    @Provides func room(_ number: Int) async throws -> String { "live" }
    @Service var currency = "EUR"
    @Service var orders = Repository<Int>()
    @Service var prices: Repository<Double> = Repository()
    @Service var format: @Sendable (Int) -> String = ({ [currency] cents in "\(cents) \(currency)" })
}

@MainActor struct Badge { @Inject(\.cart) var cart }
struct Swimmer {
    @Inject(\.laneProvider) var lane
    @Inject(\.saunaProvider) var sauna
}

final class Receipts: Sendable {
    let limit: Int
    init(limit: Int) { self.limit = limit }
}

func swim() {
    Container.laneProvider = { _ in Pool() }
    Container.main.lane(1).close()
    Container.laneProvider(1).close()
    Swimmer().lane(2).close()
    Swimmer().sauna().close()
    Container.saunaProvider = { Pool() }
}
func count() async { _ = await Container.main.cart }
func readCart() async { _ = await Container.cart }
@MainActor func mockCart() {
    Container.mock {
        $0.cart = Cart()
    } then: {
    }
}

@Test func roomIsMocked() async throws {
    try await Container.mock {
        $0.roomProvider = { _ in "mock" }
    } then: {
        try await #expect(Container.main.room(1) == "mock")
    }
    try await Injector.default.withScope(.session) { try await #expect(Container.main.room(1) == "live") }
    try await Injector.default.open(.session).run { try await #expect(Container.main.room(1) == "live") }
    try await Injector.capture().run { try await #expect(Container.main.room(1) == "live") }
}

func bindShop(in injector: Injector) {
    injector.bind(Cart.self, to: .onMainActor { Cart() })
    injector.bind(Cart.self, to: .onMainActor(Cart.init(limit:)))
    injector.bind(Log.self, to: .make { Log() })
    injector.bind(Receipts.self, to: .using(Receipts.init))
    injector.bind(Checkout.self, to: .using(Checkout.init(mailer:)))
    injector.bind(Checkout.self, to: .make { (injector: Injector) in Checkout(mailer: injector.instance()) })
    injector.bind(Int.self, lifetime: .scope(.session), to: .value(1))
    injector.bind(Int.self, lifetime: .singleton, to: .value(1))
    injector.bind(Int.self, id: "limit", to: .value(1))
    injector.bind(Int.self, lifetime: .singleton, to: .make { 1 }.onEnd { _ in })
    injector.bind(LiveClient.self, lifetime: .singleton, to: .async(LiveClient.connect).onEnd { await $0.close() })
    injector.bind(HTTPClient.self, to: .using { (client: LiveClient) in client })
    let _: Checkout = injector.instance()
}

@Test func limit() throws { try withIsolatedBindings { $0.bind(Int.self, to: .value(1)) } }

@Test(.isolatedBindings) func screen() { Container.mailer = MockMailer() }
