// error: 'bind(_:id:lifetime:to:)' is unavailable: Write 'bind(Interface.self, to: .make { ... })'.
import Wormer

protocol API {}
struct LiveAPI: API {}

Injector.default.bind(API.self) { LiveAPI() }
Injector.default.bind(API.self, id: "live", lifetime: .singleton) {
    let api = LiveAPI()
    return api
}
Injector.default.bind(API.self, to: { LiveAPI() })
Injector.default.bind(API.self, to: LiveAPI.init)
