// error: cannot convert value of type '@Sendable () -> Wired' to expected argument type '@Sendable () throws -> any API'
// error: cannot convert value of type 'Closure' to closure result type 'any API'
// error: cannot convert value of type 'Contained' to closure result type 'any API'
// error: cannot convert value of type 'Contribution' to closure result type 'any API'
// error: cannot convert value of type 'Decorator' to closure result type 'any API'
// error: cannot convert value of type 'Made' to closure result type 'any API'
import Fusion
import Wormer

protocol API {}

struct Closure {}
struct Contained {}
struct Contribution {}
struct Decorator {}
struct Made {}
struct Wired {}

Injector.default.bind(API.self) { Closure() }
Container.main.bind(API.self, lifetime: .singleton, to: .make { Contained() })
Injector.default.contribute(to: API.self, .make { Contribution() })
Injector.default.decorate(API.self) { _ in Decorator() }
Injector.default.bind(API.self, to: .make { Made() })
Injector.default.bind(API.self, to: .using(Wired.init))
