// error: 'autoregister(_:name:initializer:)' is unavailable: Write 'bind(Interface.self, to: .using(Implementation.init))'.
// error: 'register(_:name:_:)' is unavailable: Write 'bind(Interface.self, to: .make { ... })'.
// error: 'register(_:name:_:)' is unavailable: Write 'bind(Interface.self, to: .make { r in ... })', or bind a function.
// error: 'resolve(_:name:id:)' is unavailable: Write 'instance(for:id:)', or 'safeInstance(for:id:)' for an optional.
import Wormer

protocol API {}
protocol Host {}
final class Cache: API, Host {
    let host: any Host
    weak var next: Cache?
    init(host: any Host) { self.host = host }
}
struct LiveAPI: API {}
struct Page {
    let path: String
    let cache: Cache
}

let injector = Injector.default
injector.autoregister(API.self, initializer: Cache.init)
injector.autoregister(API.self, name: "a", initializer: Cache.init)
injector.register(API.self) { LiveAPI() }
injector.register(API.self, name: "live") { LiveAPI() }
injector.register { LiveAPI() as API }
injector.register(Page.self) { r, path in Page(path: path, cache: r.instance()) }
injector.register(Page.self, name: "a") { (_, path: String, _: Int) in Page(path: path, cache: injector.instance()) }
injector.register(Cache.self) { r in Cache(host: r.instance()) }
let unwrapped = injector.resolve(API.self)!
let inferred: any API = injector.resolve()
let named: (any API)? = injector.resolve(API.self, name: "live")
