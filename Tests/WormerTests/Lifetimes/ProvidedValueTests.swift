import Testing
import Wormer

@Suite("A scope is opened with values that its instances can use")
struct ProvidedValueTests {
    private let injector = Injector.withProvidedValues()

    @Test("Lookups, closures and auto-wired initializers receive the values of a scope by their static types")
    func values() async throws {
        injector.bindMake(String.self) { injector in "\(try injector.throwingInstance(for: Ticket.self).number), made" }
        let visitor = Guest(name: "Ada")
        try await injector.withScope(.request, providing: Ticket(number: 1), visitor as any Visitor) {
            #expect(injector.instance(for: Ticket.self).number == 1)
            #expect(injector.safeInstance(for: Visitor.self) as? Guest === visitor)
            #expect(injector.instance(for: Receipt.self).text == "1 for Ada")
            #expect(injector.instance(for: String.self) == "1, made")
            // Later requests return the same values.
            #expect(injector.instance(for: Ticket.self).number == 1)
            #expect(injector.safeInstance(for: Visitor.self) as? Guest === visitor)
        }
        try await injector.withScope(.request, providing: visitor as any Visitor, Ticket(number: 2)) {
            try await #expect(injector.asyncInstance(for: Ticket.self).number == 2)
            try await #expect(injector.asyncInstance(for: Receipt.self).text == "2 for Ada")
        }
    }

    @Test("Inner scopes, child tasks and child injectors see the values of a scope")
    func visibility() async throws {
        let (injector, child) = (injector, Injector(parent: injector))
        try await child.withScope(.request, providing: Ticket(number: 3)) {
            try await injector.withScope(.job) {
                #expect(injector.instance(for: Ticket.self).number == 3)
                #expect(child.instance(for: Ticket.self).number == 3)
            }
            async let inChild = injector.instance(for: Ticket.self).number
            #expect(await inChild == 3)
            let inTask = Task { injector.safeInstance(for: Ticket.self)?.number }
            #expect(await inTask.value == 3)
            let detached = Task.detached { injector.safeInstance(for: Ticket.self)?.number }
            #expect(await detached.value == nil)
        }
    }

    @Test("A scope opened inside itself has its own values")
    func nested() throws {
        try injector.withScope(.request, providing: Ticket(number: 1)) {
            try injector.withScope(.request, providing: Ticket(number: 2)) {
                #expect(injector.instance(for: Ticket.self).number == 2)
            }
            try injector.withScope(.request) { #expect(injector.safeInstance(for: Ticket.self) == nil) }
            #expect(injector.instance(for: Ticket.self).number == 1)
        }
    }

    @Test("'onEnd' can look up the values of its scope")
    func teardown() async throws {
        let (injector, journal) = (injector, Journal())
        injector.bindMake(Piece.self, lifetime: .scope(.request)) {
            Piece("piece")
        } onEnd: { _ in
            let ticket = try injector.throwingInstance(for: Ticket.self)
            journal.note("ended for \(ticket.number), receipt: \(injector.safeInstance(for: Receipt.self) != nil)")
        }
        injector.bindMake(Plugin.self, lifetime: .scope(.request)) {
            SharedPlugin()
        } onEnd: { _ async throws in
            await Task.yield()
            journal.note("awaited for \(try await injector.asyncInstance(for: Ticket.self).number)")
        }
        func endSynchronously() throws {
            try injector.withScope(.request, providing: Ticket(number: 1)) { _ = injector.instance(for: Piece.self) }
        }
        try endSynchronously()
        try await injector.withScope(.request, providing: Ticket(number: 2), Guest(name: "Ada") as any Visitor) {
            _ = injector.instance(for: Piece.self)
            _ = try await injector.asyncInstance(for: Plugin.self)
        }
        // 'onEnd' creates no new instance.
        #expect(
            journal.entries == ["ended for 1, receipt: false", "awaited for 2", "ended for 2, receipt: false"]
        )
    }

    @Test("The values of a scope are released when it ends, even if a task outlives it")
    func release() async throws {
        weak var visitor: Guest?
        let (mayGoOn, isOver) = (Shared(false), Shared(""))
        let task = try await injector.withScope(.request, providing: Ticket(number: 1), Guest.weakly(&visitor)) {
            _ = injector.instance(for: Receipt.self)
            return Task {
                while !mayGoOn.value { await Task.yield() }
                do {
                    _ = try injector.throwingInstance(for: Ticket.self)
                } catch {
                    isOver.change { $0 = "\(error)".withoutLocations }
                }
            }
        }
        #expect(isSoon { visitor == nil })
        mayGoOn.change { $0 = true }
        await task.value
        #expect(isOver.value.contains("the scope 'request' has ended."))
    }

    @Test("A value of a scope can be optional")
    func optional() throws {
        injector.bind(Visitor?.self, lifetime: .scope(.request), to: .provided)
        try injector.withScope(.request, providing: nil as (any Visitor)?) {
            let visitor = try injector.throwingInstance(for: Visitor?.self)
            #expect(visitor == nil)
        }
    }
}
