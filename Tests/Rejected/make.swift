// error: 'make' is unavailable: Write '.async { ... }' for a closure that awaits.
// error: 'make' is unavailable: Write '.async { injector in ... }' for a closure that awaits.
// error: 'make' is unavailable: Write '.using(...)' for what is resolved, and bind a function for the rest.
// error: call to main actor-isolated initializer 'init()' in a synchronous nonisolated context
// error: capture of 'counter' with non-Sendable type 'Counter' in a '@Sendable' closure
// error: implicit capture of 'tally' requires that 'Tally' conforms to 'Sendable'
import Wormer

protocol API {}

struct Connection { static func open() async throws -> Connection { Connection() } }

struct Service: API { init(url: String, port: Int) {} }

@MainActor final class Screen: API { init() {} }

final class Counter {}
final class Tally {}

Injector.default.bind(Connection.self, to: .make { try await Connection.open() })
Injector.default.bind(Connection.self, to: .make { injector in try await injector.asyncInstance(id: "main") })
Injector.default.bind((any API).self, to: .make(Service.init(url:port:)))
Injector.default.bind(API.self, to: .make { Screen() })

func bind() {
    let (counter, tally) = (Counter(), Tally())
    Injector.default.bind(Counter.self, to: .make { counter })
    Injector.default.bind(Tally.self, to: .value(tally))
}
