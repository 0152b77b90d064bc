// error: cannot convert value of type 'Unrelated' to closure result type 'any API'
import Wormer

protocol API {}
struct LiveAPI: API {}

struct Unrelated {}

Injector.default.decorate(API.self) { _ in Unrelated() }
