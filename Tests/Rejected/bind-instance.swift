// error: 'bind(_:id:lifetime:to:)' is unavailable: Write 'to: .value(...)', or 'to: .make { ... }' for a new instance each time.
import Wormer

protocol API {}
struct LiveAPI: API {}

Injector.default.bind(API.self, to: LiveAPI())
