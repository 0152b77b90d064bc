import Foundation
import Fusion

typealias UUID = Foundation.UUID
protocol Logger {}
struct RemoteLogger: Logger {}
struct MockLogger: Logger {}
func runWithMockLogger() {}
protocol Database {}
struct PostgresDatabase: Database { var logger: Logger? }
protocol JobQueue {}
struct DatabaseQueue: JobQueue { let database: Database }

protocol APIService {}
struct LiveAPIService: APIService {}
struct MockAPIService: APIService {}
struct WeatherClient: Sendable { static let (live, testValue) = (WeatherClient(), WeatherClient()) }
final class Cache {}
final class Pool: Sendable {
    static func open() async throws -> Pool { Pool() }
    func close() {}
}
class Chat: @unchecked Sendable { init(id: Int) {} }
final class MockChat: Chat, @unchecked Sendable {}
final class LoggedChat: Chat, @unchecked Sendable { init(_ chat: Chat) { super.init(id: 0) } }

extension Container.Scope { static let login = id("login") }
extension Container {
    @Service var logger: Logger = RemoteLogger()
    @Service var datadog: Logger = RemoteLogger()
    @Service var session = Cache()
}
