// error: 'bind(_:id:lifetime:to:)' is unavailable: Write 'bind(Interface.self, to: .make { injector in ... })'.
import Wormer

protocol API {}
struct LiveAPI: API {
    let host: String
}

Injector.default.bind(API.self) { injector in LiveAPI(host: injector.instance()) }
Injector.default.bind(API.self, lifetime: .singleton) { LiveAPI(host: $0.instance()) }
