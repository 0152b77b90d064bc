// A client, whose services the plugin of this checkout expands. Each of them must be found in the object.

import Fusion
import Wormer
import WormerGraph

protocol Payment: Sendable { func pay(_ amount: Int) async throws }
struct CardPayment: Payment { func pay(_ amount: Int) {} }

@MainActor final class Counter { init(payment: any Payment) {} }

@available(iOS 26, macOS 26, watchOS 26, tvOS 26, visionOS 26, *)
struct Meter: Sendable { let budget = Duration.seconds(1) }

extension Container {
    @available(iOS 26, macOS 26, watchOS 26, tvOS 26, visionOS 26, *)
    @Service var meter: Meter = Meter()
    @Service(.singleton, onEnd: { (lines: [String]) in _ = lines }) var lines = [String]()
}

final class Ticket: Sendable { init(_ number: Int) {} }

extension Container {
    @Provides(.singleton) func ticket() -> Ticket { Ticket(0) }
    @Provides(.singleton) func numbered(_ number: Int, name: String) async throws -> Ticket { Ticket(number) }
    @Provides(lifetime: .weak) func returned(id: Int) throws -> Ticket { Ticket(id) }
    @MainActor @Provides(.singleton, onEnd: { (_: Ticket) in await Task.yield() }) func shown() async -> Ticket {
        Ticket(1)
    }
}

func bindAll() async throws {
    let injector = Wormer.Injector.default
    injector.bind((any Payment).self, lifetime: .singleton, to: .make { CardPayment() })
    injector.bind((any Payment).self, id: "async", lifetime: .singleton, to: .async { CardPayment() })
    injector.bind(Counter.self, to: .onMainActor(Counter.init(payment:)))
    injector.bind(interface: (any Payment).self, toImplementation: CardPayment.self, asSingleton: true) {
        CardPayment()
    }
    let payment: any Payment = try await injector.asyncInstance()
    try await injector.withScope(Scope("job")) { try await payment.pay(1) }
    try injector.verify()
}
