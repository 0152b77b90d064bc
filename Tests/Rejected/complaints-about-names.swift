// error: ambiguous use of 'init'
// error: cannot convert value of type 'MockMailer' to expected argument type 'Inject<any Mailer>'
// error: cannot infer key path type from context; consider explicitly specifying a root type
// error: cannot infer type of closure parameter 'injector' without a type annotation
// error: extra argument 'name' in call
// error: extra argument 'onEnd' in call
// error: extra argument 'scope' in call
// error: cannot infer contextual base in reference to member 'singleton'
// error: generic parameter 'P' could not be inferred
// error: generic parameter 'Service' could not be inferred
// error: static member 'malier' cannot be used on instance of type 'Container'
// error: static member 'subscript(dynamicMember:)' cannot be used on instance of type 'Container'
// error: type 'Lifetime' has no member 'session'
// error: type 'Checkout' has no member 'init(malier:)'
// error: value of type 'Container' has no dynamic member 'malier' using key path from root type 'Container'
// error: value of type 'Container.Type' has no dynamic member 'malier' using key path from root type 'Container'
import Fusion

protocol Mailer: Sendable {}
struct MockMailer: Mailer {}
struct Checkout {
    let mailer: any Mailer
    init(mailer: any Mailer) { self.mailer = mailer }
    init(_ other: Checkout) { mailer = other.mailer }
}

extension Scope { static let session = Scope("session") }
extension Container { @Service var mailer: any Mailer = MockMailer() }

struct Screen { @Inject(\.mailer) var mailer }
struct Other { @Inject(\.malier) var mailer }
let screen = Screen(mailer: MockMailer())
let one = Container.malier
Container.mock {
    $0.malier = MockMailer()
} then: {
}

let injector = Injector.default
let checkout = injector.instance()
injector.bind(Checkout.self, to: .using(Checkout.init))
injector.bind(Checkout.self, to: .using(Checkout.init(malier:)))
injector.bind(Checkout.self, to: .make { injector in Checkout(mailer: injector.instence()) })
injector.bind(Int.self, lifetime: .session, to: .value(1))
injector.bind(Int.self, scope: .singleton, to: .value(1))
injector.bind(Int.self, name: "limit", to: .value(1))
injector.bind(Int.self, lifetime: .singleton, to: .make { 1 }, onEnd: { _ in })
