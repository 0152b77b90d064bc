// error: 'make' is unavailable: Write '.async { ... }' for a closure that awaits.
// error: 'make' is unavailable: Write '.async { injector in ... }' for a closure that awaits.
import Wormer

struct Connection {
    static func open() async throws -> Connection { Connection() }
}

Injector.default.bind(Connection.self, to: .make { try await Connection.open() })
Injector.default.bind(Connection.self, to: .make { injector in try await injector.asyncInstance(id: "main") })
