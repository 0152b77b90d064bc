// Declarations that the /// comments of Sources/Fusion use.

import Foundation
import Fusion

typealias UUID = Foundation.UUID

protocol Logger {}
struct RemoteLogger: Logger {}
struct MockLogger: Logger {}
func runWithMockLogger() {}

protocol Database {}
struct PostgresDatabase: Database {
    var logger: Logger?
}

protocol JobQueue {}
struct DatabaseQueue: JobQueue {
    let database: Database
}

protocol APIService {}
struct LiveAPIService: APIService {}
struct MockAPIService: APIService {}
final class Cache {}
final class Pool: Sendable {
    func close() {}
}

protocol Connection: Sendable {
    func close() async
}
final class PooledConnection: Connection {
    func close() async {}
}

protocol API {}
struct LoggingAPI: API {
    let base: API
    init(_ base: API) { self.base = base }
}

protocol Plugin {}
struct MetricsPlugin: Plugin {}

extension Container.Scope {
    static let login = id("login")
}

extension Container {
    @Service var logger: Logger = RemoteLogger()
    @Service var datadog: Logger = RemoteLogger()
}

struct RemoteDatabase: Database {
    static func open() async throws -> RemoteDatabase { RemoteDatabase() }
    static func open(with logger: Logger) async throws -> RemoteDatabase { RemoteDatabase() }
}

protocol Page {}
@MainActor final class HomePage: Page {
    init(logger: Logger) {}
}
