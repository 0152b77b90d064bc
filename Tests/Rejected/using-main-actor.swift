// error: converting function value of type '@MainActor @Sendable (any API) -> Screen' to '@Sendable (any API) throws -> any API' loses global actor 'MainActor'
import Wormer

protocol API {}
struct LiveAPI: API {}

@MainActor final class Screen: API {
    init(api: any API) {}
}

Injector.default.bind(API.self, to: .using(Screen.init(api:)))
