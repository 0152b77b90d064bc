// error: cannot convert value of type 'Unrelated' to closure result type 'any API'
import Wormer

protocol API {}
struct LiveAPI: API {}

struct Unrelated {}

// Defect: this compiled, and each request failed.
Injector.default.bind(API.self, to: .make { Unrelated() })
