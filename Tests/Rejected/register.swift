// error: 'register(_:name:_:)' is unavailable: Write 'bind(Interface.self, to: .make { ... })'.
import Wormer

protocol API {}
struct LiveAPI: API {}

Injector.default.register(API.self) { LiveAPI() }
Injector.default.register(API.self, name: "live") { LiveAPI() }
Injector.default.register { LiveAPI() as API }
