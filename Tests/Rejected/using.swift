// error: 'using' is unavailable: Write '.async(...)' for a function that awaits.
// error: cannot convert value of type 'String' to expected argument type 'Int'
// error: cannot infer type of closure parameter 'level' without a type annotation
// error: converting function value of type '@MainActor @Sendable () -> Screen' to '@Sendable () throws -> any API' loses global actor 'MainActor'
// error: converting function value of type '@MainActor @Sendable (any API) -> Window' to '@Sendable (any API) -> any API' loses global actor 'MainActor'
// error: missing argument for parameter #3 in call
// error: type 'Library' has no member 'init(databse:)'
import Wormer

protocol API {}

struct Connection {
    static func open() async throws -> Connection { Connection() }
    static func connect(to host: String) async throws -> Connection { Connection() }
}

@MainActor final class Screen: API { init() {} }

@MainActor final class Window: API { init(api: any API) {} }

struct Database {}
struct Library { let database: Database }

struct Log { let level: Int }

struct Proxy: Sendable {
    let host: String
    let port: Int
}

let injector = Injector.default
injector.bind(Connection.self, to: .using(Connection.open))
injector.bind(Connection.self, to: .using(Connection.connect(to:)))
injector.bind(API.self, to: .using(Screen.init))
injector.bind(API.self, to: .using(Window.init(api:)))
injector.bind(Library.self, to: .using(Library.init(databse:)))
injector.bind(Log.self, to: .using { level in Log(level: 1) })
injector.bind(Proxy.self, to: .using(Proxy.init(host:port:), .id("host")))
injector.bind(Proxy.self, to: .using(Proxy.init(host:port:), .id("host"), .value("80")))
