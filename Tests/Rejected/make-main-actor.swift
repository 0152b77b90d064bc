// error: call to main actor-isolated initializer 'init()' in a synchronous nonisolated context
import Wormer

protocol API {}
struct LiveAPI: API {}

@MainActor final class Screen: API {
    init() {}
}

// It compiled here, at the top level of the program, and ended the process when an actor requested it.
Injector.default.bind(API.self, to: .make { Screen() })
