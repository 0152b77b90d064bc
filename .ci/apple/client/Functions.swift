import Fusion

final class Ticket: Sendable { init(_ number: Int) {} }

extension Container {
    @Provides(.singleton) func ticket() -> Ticket { Ticket(0) }
    @Provides(.singleton) func numbered(_ number: Int, name: String) async throws -> Ticket { Ticket(number) }
    @Provides(lifetime: .weak) func returned(id: Int) throws -> Ticket { Ticket(id) }
    @MainActor @Provides(.singleton, onEnd: { (_: Ticket) in await Task.yield() }) func shown() async -> Ticket {
        Ticket(1)
    }
}
