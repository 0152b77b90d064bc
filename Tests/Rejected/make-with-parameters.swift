// error: 'make' is unavailable: Write '.using(...)' for an initializer with parameters.
import Wormer

protocol API {}
struct Service: API {
    init(url: String, port: Int) {}
}

Injector.default.bind((any API).self, to: .make(Service.init(url:port:)))
