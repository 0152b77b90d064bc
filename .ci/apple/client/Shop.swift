// Services of a client: `.ci/apple-types` expands them with the plugin of this checkout, and requires a record of each.

import Fusion

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
