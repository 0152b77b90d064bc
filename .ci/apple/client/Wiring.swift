// Calls of the libraries, part of whose code is compiled in the client.

import Fusion
import Wormer

struct Checkout {
    @Inject(\.payment) private var payment: any Payment
    func pay() async throws { try await payment.pay(1) }
}

func bindAll() async throws {
    let injector = Wormer.Injector.default
    injector.bind((any Payment).self, lifetime: .singleton, to: .make { CardPayment() })
    injector.bind((any Payment).self, id: "async", lifetime: .singleton, to: .async { CardPayment() })
    injector.bind(Screen.self, to: .onMainActor(Screen.init(payment:)))
    injector.bind(interface: (any Payment).self, toImplementation: CardPayment.self, asSingleton: true) { CardPayment() }
    let payment: any Payment = try await injector.asyncInstance()
    try await payment.pay(1)
    try await injector.withScope(Scope("job")) { try await Checkout().pay() }
    try injector.verify()
}
