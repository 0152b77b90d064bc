// error: call to main actor-isolated initializer 'init()' in a synchronous nonisolated context
import Wormer

protocol API {}
struct LiveAPI: API {}

@MainActor final class Screen: API {
    init() {}
}

// Defect: this compiled at the top level of a program, and a request on an actor ended the process.
Injector.default.bind(API.self, to: .make { Screen() })
