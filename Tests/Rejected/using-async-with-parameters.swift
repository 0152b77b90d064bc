// error: 'using' is unavailable: Write '.async(...)' for a function that awaits.
import Wormer

struct Connection {
    static func open(host: String) async throws -> Connection { Connection() }
}

Injector.default.bind(Connection.self, to: .using(Connection.open(host:)))
