protocol Interface {}
final class Implementation: Interface {}
protocol EventBus: AnyObject { func publish(_ event: String) }
final class LocalEventBus: EventBus { func publish(_ event: String) {} }
protocol NotificationGateway { func start() }
struct NotificationGatewayImplementation: NotificationGateway {
    let eventBus: EventBus
    func start() {}
}

protocol ImageCache: AnyObject {}
final class MemoryCache: ImageCache {}
protocol Cache: AnyObject { func flush() }
final class FileCache: Cache { func flush() {} }
protocol Session: AnyObject {}
protocol Plugin {}
struct MetricsPlugin: Plugin {}

protocol API {}
protocol Logger {}
struct LoggingAPI: API {
    let base: API
    var logger: Logger?
    init(_ base: API) { self.base = base }
    init(base: API, logger: Logger) { (self.base, self.logger) = (base, logger) }
}

struct Request {}
struct RequestID: Sendable {}
struct RequestLog: Sendable { let id: RequestID }
struct Response {}
struct Router: Sendable { func respond(to request: Request) async throws -> Response { Response() } }
let router = Router()

protocol Database {}
struct RemoteDatabase: Database { static func open() async throws -> RemoteDatabase { RemoteDatabase() } }
struct SQLDatabase: Database {}
struct MemoryDatabase: Database {}
protocol Log: Sendable {}
struct SystemLog: Log {}
protocol Reports {}
struct SQLReports: Reports {
    let database: any Database
    let log: any Log
}
struct Configuration { var debug = false }
struct Proxy { init(host: String, log: any Log, timeout: Int) {} }

@MainActor protocol Screen {}
@MainActor final class HomeScreen: Screen {
    init() {}
    init(log: any Log) {}
}
@MainActor final class FramedScreen: Screen { init(_ base: any Screen) {} }

final class Pool: Sendable {
    static func open() async throws -> Pool { Pool() }
    func close() async throws {}
}
final class Store: Sendable {
    static func open(with pool: Pool) async throws -> Store { Store() }
    @Sendable static func open(pool: Pool, log: any Log) async throws -> Store { Store() }
}

struct User: Sendable { let name: String }
actor Drafts {
    func save() {}
    func synchronize() {}
}
final class ListModel {}
final class DetailModel {}
