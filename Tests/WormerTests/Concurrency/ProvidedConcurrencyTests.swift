import Testing
import Wormer

@Suite("Scopes that are open at the same time keep their values apart")
struct ProvidedConcurrencyTests {
    /// An instance with the values of one request, which suspends between them.
    private final class Work: Sendable {
        let (ticket, receipt): (Ticket, Receipt)

        init(ticket: Ticket, receipt: Receipt) async {
            await Task.yield()
            (self.ticket, self.receipt) = (ticket, receipt)
        }

        func isOf(_ number: Int) -> Bool {
            ticket.number == number && receipt.text == "\(number) for guest \(number)"
        }
    }

    private static func injector(_ mixups: Shared<Int>) -> Injector {
        let injector = Injector(parent: nil)
        injector.bind(Ticket.self, lifetime: .scope(.request), to: .provided)
        injector.bind(Visitor.self, lifetime: .scope(.request), to: .provided)
        let factory = Factory<Receipt>.using(Receipt.init(ticket:visitor:)).onEnd { [unowned injector] receipt in
            let number = try injector.throwingInstance(for: Ticket.self).number
            if receipt.text != "\(number) for guest \(number)" { mixups.increment() }
        }
        injector.bind(Receipt.self, lifetime: .scope(.request), to: factory)
        injector.bind(Work.self, lifetime: .scope(.request), to: .async(Work.init(ticket:receipt:)))
        return injector
    }

    @Test("200 tasks with a scope each see only their own values during changes and overrides")
    func tasks() async throws {
        try await underWatchdog {
            let mixups = Shared(0)
            let injector = Self.injector(mixups)
            for round in 0..<20 {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in round * 200..<(round + 1) * 200 {
                        group.addTask { try await Self.request(number, of: injector, mixups) }
                        if number.isMultiple(of: 20) { injector.bind(API.self, to: .make { BaseAPI() }) }
                    }
                    try await group.waitForAll()
                }
            }
            #expect(mixups.value == 0)
        }
    }

    private static func request(_ number: Int, of injector: Injector, _ mixups: Shared<Int>) async throws {
        let guest = Guest(name: "guest \(number)")
        try await injector.withScope(.request, providing: Ticket(number: number), guest as any Visitor) {
            @Sendable func check() async throws {
                let isRight =
                    injector.instance(for: Ticket.self).number == number
                    && injector.instance(for: Visitor.self) as? Guest === guest
                    && injector.instance(for: Receipt.self).text == "\(number) for guest \(number)"
                if !isRight { mixups.increment() }
                await Task.yield()
                if !(try await injector.asyncInstance(for: Work.self).isOf(number)) { mixups.increment() }
            }
            async let inChild: Void = check()
            try await check()
            try await inChild
            try await injector.withScope(.job) { try await check() }
            let overridden = inOverride {
                injector.bind(Visitor.self, to: .value(Guest(name: "nobody")))
                return injector.instance(for: Visitor.self).name
            }
            if overridden != "nobody" { mixups.increment() }
        }
    }
}
