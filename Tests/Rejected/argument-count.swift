// error: missing argument for parameter #3 in call
import Wormer

struct Proxy: Sendable {
    let host: String
    let port: Int
}

Injector.default.bind(Proxy.self, to: .using(Proxy.init(host:port:), .id("host")))
