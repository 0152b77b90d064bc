// error: 'application' has been renamed to 'singleton'
// error: 'cached' is unavailable: Write '.scope(.alwaysOpen("cached"))'.
// error: 'container' has been renamed to 'singleton'
// error: 'graph' has been renamed to 'resolution'
// error: 'resetObjectScope' is unavailable: Write 'try await end()', or 'try await end(.session)' for a scope.
// error: 'shared' has been renamed to 'weak'
// error: 'unique' has been renamed to 'transient'
import Wormer

struct Cart {}

let injector = Injector.default
injector.bind(Cart.self, lifetime: .container, to: .make { Cart() })
injector.bind(Cart.self, lifetime: .application, to: .make { Cart() })
injector.bind(Cart.self, lifetime: .graph, to: .make { Cart() })
injector.bind(Cart.self, lifetime: .shared, to: .make { Cart() })
injector.bind(Cart.self, lifetime: .unique, to: .make { Cart() })
injector.bind(Cart.self, lifetime: .cached, to: .make { Cart() })
injector.resetObjectScope(.container)
