import Fusion
import Testing

// The snippets of the Fusion 0.5 guide.

private struct User: Equatable { var id = 0 }

private protocol APIService { func getUser(id: Int) async throws -> User }

private struct MockAPIService: APIService { func getUser(id: Int) async throws -> User { User(id: id) } }

private struct LiveAPIService: APIService {
    func getUser(id: Int) async throws -> User { throw PlannedFailure(description: "no network in a test") }
}

private class MyService {}

private class UserRepository {
    let currentUser: User
    init(currentUser: User = User(id: -1)) { self.currentUser = currentUser }
}

private class LiveLogger {}
private final class MockLogger: LiveLogger {}

private class UserService {}

private protocol APIClient {}
private struct LiveAPIClient: APIClient { let host: String }

private protocol LogService: AnyObject {}
private final class DatadogLogger: LogService {}
private final class SplunkLogger: LogService {}

extension Container {
    @Service fileprivate var apiService: APIService = isTest ? MockAPIService() : LiveAPIService()

    @Service fileprivate var transientService = MyService()
    @Service(.singleton) fileprivate var singletonService = MyService()

    @Service(.singleton) fileprivate var userRepository = UserRepository()

    @Service fileprivate var logger = LiveLogger()

    @Service(.session) fileprivate var userService = UserService()

    @Service(.singleton) fileprivate var apiClient: APIClient = {
        switch env {
        case .prod:
            return LiveAPIClient(host: "prod.project.com")
        case .stage:
            return LiveAPIClient(host: "stage.project.com")
        case .dev:
            return LiveAPIClient(host: "localhost:9001")
        }
    }()

    @Service(.singleton) fileprivate var datadog = DatadogLogger()
    @Service(.singleton) fileprivate var splunk = SplunkLogger()
}

extension Container.Scope { fileprivate static let session = id("session of the guide") }

private enum Env {
    case prod
    case stage
    case dev
}

extension Container {
    fileprivate var env: Env {
        switch resolve(String.self, id: "env") {
        case "prod":
            return .prod
        case "stage":
            return .stage
        case "dev":
            return .dev
        default:
            return .dev
        }
    }
}

private func userDidLogout() { Container.main.reset(.session) }

@Suite("The code of the Fusion 0.5 guide works unchanged")
struct GuideTests {
    @Test("A service is declared as a property and injected by its key path")
    func declaring() async throws {
        try await withEmptyMain {
            @Inject(\.apiService) var api
            let user = try await api.getUser(id: 7)
            #expect(user == User(id: 7))
        }
    }

    @Test("A service is transient unless its scope says otherwise")
    func scopes() {
        withEmptyMain {
            @Inject(\.transientService) var transient
            @Inject(\.singletonService) var singleton
            #expect(transient !== transient)
            #expect(singleton === singleton)
            #expect(singleton === Container.main.singletonService)
        }
    }

    @Test("Assigning to Container overrides a service everywhere")
    func overriding() {
        withEmptyMain {
            @Inject(\.userRepository) var repository
            let mockUser = User(id: 1)
            let mockService = UserRepository(currentUser: mockUser)
            Container.userRepository = mockService
            #expect(repository === mockService)
            #expect(Container.main.userRepository.currentUser == mockUser)
        }
    }

    @Test("Container.mock overrides a service in its body only")
    func mocking() {
        withEmptyMain {
            Container.mock {
                $0.logger = MockLogger()
            } then: {
                @Inject(\.logger) var logger
                #expect(logger is MockLogger)
            }
            @Inject(\.logger) var logger
            #expect(!(logger is MockLogger))
        }
    }

    @Test("Services of a custom scope are shared until the scope is reset")
    func customScopes() {
        withEmptyMain {
            let first = Container.main.userService
            let singleton = Container.main.singletonService
            #expect(first === Container.userService)
            userDidLogout()
            let second = Container.main.userService
            #expect(first !== second)
            #expect(second === Container.userService)
            #expect(singleton === Container.singletonService)
            Container.reset(.session)
            #expect(second !== Container.userService)
        }
    }

    @Test("A custom context selects the implementation")
    func ownContexts() {
        withEmptyMain {
            #expect(Container.env == .dev)
            #expect((Container.apiClient as? LiveAPIClient)?.host == "localhost:9001")
            Container.bind(id: "env", value: "prod")
            #expect((Container.apiClient as? LiveAPIClient)?.host == "localhost:9001")
            Container.reset()
            #expect((Container.apiClient as? LiveAPIClient)?.host == "prod.project.com")
        }
    }

    @Test("A service that is set for a type is injected by that type")
    func byType() {
        withEmptyMain {
            let liveDatabase = PostgresDatabase(logger: ConsoleLogger())
            Container.main.set(liveDatabase, for: Database.self)
            @Inject var database: Database
            #expect(database.logger.name == "console")
        }
    }

    @Test("An alias makes a service the binding of a type")
    func aliases() {
        withEmptyMain {
            Container.setAlias(\.datadog, for: LogService.self)
            @Inject var logger: LogService
            #expect(logger === Container.datadog)
            Container.setAlias(\.splunk, for: LogService.self)
            #expect(logger === Container.splunk)
        }
    }
}
