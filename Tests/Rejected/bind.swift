// error: 'bind(_:id:lifetime:to:)' is unavailable: Write 'bind(Interface.self, to: .make { ... })'.
// error: 'bind(_:id:lifetime:to:)' is unavailable: Write 'bind(Interface.self, to: .make { injector in ... })'.
// error: 'bind(_:id:lifetime:to:)' is unavailable: Write 'to: .value(...)', or 'to: .make { ... }' for a new instance each time.
// error: missing argument for parameter 'to' in call
import Wormer

protocol API {}
struct LiveAPI: API { var host = "" }

let injector = Injector.default
injector.bind(API.self)
injector.bind(API.self) { LiveAPI() }
injector.bind(API.self, id: "live", lifetime: .singleton) {
    let api = LiveAPI()
    return api
}
injector.bind(API.self, to: { LiveAPI() })
injector.bind(API.self) { injector in LiveAPI(host: injector.instance()) }
injector.bind(API.self, lifetime: .singleton) { LiveAPI(host: $0.instance()) }
injector.bind(API.self, to: LiveAPI())
