// accepted
// The compiler selects the intended function for each of these factories.
import Wormer

protocol API {}
struct Client: Sendable {}
final class LiveAPI: API {
    init() {}
    init(client: Client, name: String) {}
    init(base: any API, client: Client) {}
    func close() async throws {}
    func flush() {}
}
struct SystemAPI: API, Sendable {}
@MainActor final class Screen: API {
    init() {}
    init(api: any API) {}
}
@Sendable func open(client: Client) async throws -> LiveAPI { LiveAPI(client: client, name: "") }

@MainActor func bind(in injector: Injector) {
    injector.bind(API.self, to: .make { LiveAPI() })
    injector.bind(API.self, to: .make(LiveAPI.init))
    injector.bind(
        API.self,
        to: .make {
            let api = LiveAPI()
            api.flush()
            return api
        }
    )
    injector.bind(API.self, to: .make { injector in LiveAPI(client: injector.instance(), name: "") })
    injector.bind(API.self, to: .using(LiveAPI.init))  // with both initializers, the one without parameters
    injector.bind(API.self, to: .using { LiveAPI() })
    injector.bind(API.self, to: .using(LiveAPI.init(client:name:)))
    injector.bind(API.self, to: .using { (client: Client) in LiveAPI(client: client, name: "") })
    injector.bind(API.self, to: .using(LiveAPI.init(client:name:), .byType, .value("live")))
    injector.bind(API.self, to: .using(LiveAPI.init(client:name:), .id(1), .id("name")))
    injector.bind(API.self, to: .onMainActor(Screen.init(api:), .id("inner")))
    injector.bind(API.self, to: .async(open(client:), .id("client")))
    injector.decorate(API.self, with: LiveAPI.init(base:client:), .id("client"))
    injector.bind(API.self, to: .value(SystemAPI()))
    injector.bind(Client.self, to: .value(Client()))
    injector.bind(API.self, to: .onMainActor { Screen() })
    injector.bind(API.self, to: .onMainActor(Screen.init(api:)))
    injector.bind(API.self, to: .async { LiveAPI() })
    injector.bind(API.self, to: .async(open(client:)))
    injector.bind(LiveAPI.self, lifetime: .singleton, to: .make { LiveAPI() }.onEnd { $0.flush() })
    injector.bind(LiveAPI.self, lifetime: .singleton, to: .async { LiveAPI() }.onEnd { try await $0.close() })
    injector.bind(((String) -> Int).self, to: .make { { $0.count } })
    injector.bind(interface: API.self, toImplementation: LiveAPI.self) { LiveAPI() }
    injector.bind(interface: API.self, toImplementation: LiveAPI.self) { injector in
        LiveAPI(client: injector.instance(), name: "")
    }
    injector.bind(interface: API.self, toImplementation: LiveAPI.self, initializer: LiveAPI.init(client:name:))
    injector.bind(interface: API.self, toImplementation: Screen.self) { Screen() }
    injector.bind(API.self, to: .unimplemented)
    injector.bind(API.self, to: .unimplemented(placeholder: LiveAPI()))
    injector.bind(API.self, to: .make { LiveAPI() }.unavailableInTests())
    injector.contribute(to: API.self, .using(LiveAPI.init))
    injector.contribute(to: API.self, lifetime: .singleton, .using(LiveAPI.init(client:name:)))
    injector.decorate(API.self) { base in base }
    injector.decorate(API.self) { (base: any API, client: Client) in LiveAPI(client: client, name: "\(base)") }
    injector.decorate(API.self, onMainActor: { base in Screen(api: base) })
}
