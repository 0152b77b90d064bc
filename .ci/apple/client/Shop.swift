// A client: `.ci/apple-types` expands its services with the plugin of this checkout, and requires that each can be found.

import Fusion
import Wormer
import WormerGraph

protocol Payment: Sendable { func pay(_ amount: Int) async throws }

struct CardPayment: Payment { func pay(_ amount: Int) {} }

@MainActor final class Screen {
    let payment: any Payment
    init(payment: any Payment) { self.payment = payment }
}

extension Container {
    @Service(.singleton) var payment: any Payment = CardPayment()
    @MainActor @Service var screen: Screen = Screen(payment: payment)
    @Service var ledger: String
    @Service(.singleton, onEnd: { (lines: [String]) in _ = lines }) var lines = [String]()
}

@available(iOS 26, macOS 26, watchOS 26, tvOS 26, visionOS 26, *)
struct Meter: Sendable {
    let budget = Duration.seconds(1)
}

extension Container {
    @available(iOS 26, macOS 26, watchOS 26, tvOS 26, visionOS 26, *)
    @Service var meter: Meter = Meter()
}

struct Checkout {
    @Inject(\.payment) private var payment: any Payment
    func pay() async throws { try await payment.pay(1) }
}

func bindAll() async throws {
    let injector = Wormer.Injector.default
    injector.bind((any Payment).self, lifetime: .singleton, to: .make { CardPayment() })
    injector.bind((any Payment).self, id: "async", lifetime: .singleton, to: .async { CardPayment() })
    injector.bind(Screen.self, to: .onMainActor(Screen.init(payment:)))
    injector.bind(interface: (any Payment).self, toImplementation: CardPayment.self, asSingleton: true) {
        CardPayment()
    }
    let payment: any Payment = try await injector.asyncInstance()
    try await payment.pay(1)
    try await injector.withScope(Scope("job")) { try await Checkout().pay() }
    try injector.verify()
}
