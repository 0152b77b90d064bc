// error: cannot convert value of type '@Sendable () -> Unrelated' to expected argument type '@Sendable () throws -> any API'
import Wormer

protocol API {}
struct LiveAPI: API {}

struct Unrelated {}

Injector.default.bind(API.self, to: .using(Unrelated.init))
