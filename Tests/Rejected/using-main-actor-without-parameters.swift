// error: converting function value of type '@MainActor @Sendable () -> Screen' to '@Sendable () throws -> any API' loses global actor 'MainActor'
import Wormer

protocol API {}

@MainActor final class Screen: API {
    init() {}
}

Injector.default.bind(API.self, to: .using(Screen.init))
