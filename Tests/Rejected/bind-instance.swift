// error: cannot convert value of type 'LiveAPI' to expected argument type 'Factory<any API>'
import Wormer

protocol API {}
struct LiveAPI: API {}

Injector.default.bind(API.self, to: LiveAPI())
