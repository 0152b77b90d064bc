// error: 'register(_:name:_:)' is unavailable: Write 'bind(Interface.self, to: .make { r in ... })', or bind a function.
import Wormer

protocol API {}
struct LiveAPI: API {
    let host: String
}

Injector.default.register(API.self) { injector in LiveAPI(host: injector.instance()) }
