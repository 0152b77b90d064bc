// error: cannot convert value of type 'String' to expected argument type 'Int'
import Wormer

struct Proxy: Sendable {
    let host: String
    let port: Int
}

Injector.default.bind(Proxy.self, to: .using(Proxy.init(host:port:), .id("host"), .value("80")))
