// error: 'autoregister(_:name:argument:initializer:)' is unavailable: Bind a function: 'bind(((X) -> Interface).self, to: .using { ... })'.
// error: 'autoregister(_:name:arguments:initializer:)' is unavailable: Bind a function: 'bind(((X) -> Interface).self, to: .using { ... })'.
// error: 'autoregister(_:name:initializer:)' is unavailable: Write 'bind(Interface.self, to: .using(Implementation.init))'.
// error: 'hasAnyRegistration(of:name:)' is unavailable: Write 'isBound(_:id:)'.
// error: 'implements(_:name:)' is unavailable: Write 'bind(Other.self, to: .using { (service: Interface) in service })'.
// error: 'inObjectScope' is unavailable: Write 'bind(Interface.self, lifetime: .singleton, to: ...)'.
// error: 'initCompleted' is unavailable: Set the properties in '.make { injector in ... }'.
// error: 'register(_:name:_:)' is unavailable: Bind a function: 'bind(((X) -> Interface).self, to: .make { ... })'.
// error: 'register(_:name:_:)' is unavailable: Write 'bind(Interface.self, to: .make { injector in ... })'.
// error: 'removeAll()' has been renamed to 'reset()'
// error: 'resolve(_:name:argument:)' is unavailable: Bind a function, and call it: 'instance(for: ((X) -> Interface).self)(x)'.
// error: 'resolve(_:name:arguments:)' is unavailable: Bind a function, and call it: 'instance(for: ((X) -> Interface).self)(x)'.
// error: 'synchronize()' is unavailable: Remove it: an injector can be used on any thread.
import Wormer

protocol API {}
protocol Host {}
final class Cache: API, Host {
    let host: any Host
    weak var next: Cache?
    init(host: any Host) { self.host = host }
}
struct Page {
    let path: String
    let cache: Cache
}

let injector = Injector.default
injector.autoregister(API.self, initializer: Cache.init)
injector.autoregister(API.self, name: "a", initializer: Cache.init)
injector.autoregister(Page.self, argument: String.self, initializer: Page.init)
injector.autoregister(Page.self, name: "a", arguments: String.self, Int.self, initializer: Page.init)
injector.register(Page.self) { r, path in Page(path: path, cache: r.instance()) }
injector.register(Page.self, name: "a") { (_, path: String, _: Int) in Page(path: path, cache: injector.instance()) }
injector.register(Cache.self) { r in Cache(host: r.instance()) }
    .inObjectScope(.singleton)
    .initCompleted { r, cache in cache.next = r.instance() }
    .implements(API.self)
let page = injector.resolve(Page.self, argument: "a")
let other = injector.resolve(Page.self, name: "a", arguments: "a", 1)
if !injector.hasAnyRegistration(of: API.self), !injector.hasAnyRegistration(of: API.self, name: "a") {
    injector.removeAll()
}
let resolver = injector.synchronize()
