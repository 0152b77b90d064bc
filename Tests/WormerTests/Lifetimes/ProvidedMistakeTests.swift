import Testing
import Wormer

@Suite("A value that a scope does not take is an error, and one that none can take ends the process")
struct ProvidedMistakeTests {
    @Test("A task that outlives its scope can bind for that scope")
    func bindingAfterwards() async throws {
        let (injector, isOver) = (Injector(parent: nil), Shared(false))
        let task = try await injector.withScope(.request) {
            Task {
                while !isOver.value { await Task.yield() }
                injector.bind(Ticket.self, lifetime: .scope(.request), to: .make { Ticket(number: 1) })
            }
        }
        isOver.change { $0 = true }
        await task.value
        #expect(injector.isBound(Ticket.self))
    }

    @Test("Binding with another lifetime or for another scope is allowed in an open scope")
    func bindingOther() throws {
        let injector = Injector(parent: nil)
        try injector.withScope(.request) {
            injector.bind(Ticket.self, lifetime: .scope(.job), to: .provided)
            injector.bind(Visitor.self, to: .value(Guest(name: "Ada")))
            injector.bind(API.self, lifetime: .scope(.session), to: .value(BaseAPI()))
        }
        #expect(injector.isBound(Ticket.self))
        #expect(injector.instance(for: Visitor.self).name == "Ada")
        #expect(injector.instance(for: API.self).text == "base")
    }

    // MARK: - Values that a scope does not take

    private let injector = Injector(parent: nil)
    private let declaration = """
        injector.bind(Ticket.self, lifetime: .scope(Scope("request")), to: .provided)
        """

    private func refusal(_ type: String, _ problem: String, _ advice: String, line: String = "+1") -> String {
        """
        Cannot provide a value of type \(type) to the scope 'request': \(problem).
          opened at     WormerTests/ProvidedMistakeTests.swift:\(line)
          to do         \(advice.replacing("\n", with: "\n                "))
        """
    }

    @Test("The error for an undeclared value shows its declaration, however the scope is opened")
    func undeclared() async throws {
        let ticket = Ticket(number: 1)
        let expected = refusal("Ticket", "it is not declared", "Declare it first:\n\(declaration)")
        try mistake {
            try injector.withScope(.request, providing: ticket) { _ = Issue.record("The closure runs.") }
        } shows: {
            expected
        }
        try mistake {
            try injector.begin(.request, providing: ticket)
        } shows: {
            expected
        }
        try mistake {
            _ = try injector.open(.request, providing: ticket)
        } shows: {
            expected
        }
        let line: UInt = #line
        let error = await #expect(throws: ScopeError.self) {
            try await injector.withScope(.request, providing: ticket) { _ = Issue.record("The closure runs.") }
        }
        #expect(error?.description.countingLines(from: line) == expected)
        #expect(error.map { "\($0.reason)" } == "wrongValue" && error?.scope == .request)
    }

    @Test("A scope that was not opened leaves nothing behind")
    func afterwards() async throws {
        let inner = Scope("inner of refused", inside: .request)
        injector.bind(Ticket.self, lifetime: .scope(inner), to: .provided)
        try injector.begin(.request)
        #expect(throws: ScopeError.self) {
            try injector.begin(inner, providing: Ticket(number: 1), Guest(name: "Ada"))
        }
        try injector.begin(inner, providing: Ticket(number: 2))
        #expect(injector.instance(for: Ticket.self).number == 2)
        try await injector.end()
        injector.bind(Guest.self, lifetime: .scope(.request), to: .provided)
        try injector.begin(.request, providing: Guest(name: "Ada"))
        #expect(injector.instance(for: Guest.self).name == "Ada")
    }

    @Test("The error for a value with another static type shows the type to write")
    func otherType() throws {
        let declared = "which is declared at WormerTests/ProvidedMistakeTests.swift:+1."
        try mistake {
            injector.bind(Visitor.self, lifetime: .scope(.request), to: .provided)
            try injector.withScope(.request, providing: Guest(name: "Ada")) {}
        } shows: {
            refusal("Guest", "it is not declared", "Provide it 'as any Visitor', \(declared)", line: "+2")
        }
        try mistake {
            injector.bind(Ticket.self, lifetime: .scope(.request), to: .provided)
            try injector.withScope(.request, providing: Optional(Ticket(number: 1))) {}
        } shows: {
            let advice = "Unwrap it, and provide it 'as Ticket', \(declared)"
            return refusal("Optional<Ticket>", "it is not declared", advice, line: "+2")
        }
    }

    @Test("The error for a value that is bound otherwise says how, and shows the declaration")
    func otherwiseBound() throws {
        let place = "WormerTests/ProvidedMistakeTests.swift:+1"
        let advice = "Declare it like this instead:\n\(declaration)"
        try mistake {
            injector.bind(Ticket.self, lifetime: .scope(.job), to: .provided)
            try injector.withScope(.request, providing: Ticket(number: 1)) {}
        } shows: {
            refusal("Ticket", "it is declared for another scope, at \(place)", advice, line: "+2")
        }
        try mistake {
            injector.bind(Ticket.self, lifetime: .scope(.request), to: .make { Ticket(number: 1) })
            try injector.withScope(.request, providing: Ticket(number: 1)) {}
        } shows: {
            refusal("Ticket", "it is bound to a factory, at \(place)", advice, line: "+2")
        }
    }

    @Test("The error for two values of one type says so")
    func twice() throws {
        injector.bind(Ticket.self, lifetime: .scope(.request), to: .provided)
        try mistake {
            try injector.withScope(.request, providing: Ticket(number: 1), Ticket(number: 2)) {}
        } shows: {
            refusal("Ticket", "two values have this type", "Give each value its own type.")
        }
    }
}

#if os(macOS) || os(Linux)
    extension ProvidedMistakeTests {
        private static let injector = Injector(parent: nil)
        private static let here = "WormerTests/ProvidedMistakeTests.swift:LINE"

        private func expect(
            _ result: ExitTest.Result?,
            _ message: String,
            sourceLocation: SourceLocation = #_sourceLocation
        ) {
            #expect(result?.fatalErrorText == "\(Self.here): Fatal error: \(message)", sourceLocation: sourceLocation)
        }

        @Test("Declaring a value that no scope can provide ends the process")
        func impossible() async {
            func text(_ subject: String, _ problem: String) -> String {
                """
                Cannot bind \(subject) to a provided value: \(problem).
                  to do         Bind it by its type, for a scope that 'withScope' opens:
                                Injector.default.bind(Visitor.self, lifetime: .scope(Scope("...")), to: .provided)
                """
            }
            let singleton = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Self.injector.bind(Visitor.self, lifetime: .singleton, to: .provided)
            }
            expect(singleton, text("Visitor", "the lifetime singleton is not a scope"))
            let alwaysOpen = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Self.injector.bind(Visitor.self, lifetime: .scope(.session), to: .provided)
            }
            let isOpen = "the scope 'session' is always open, so 'withScope' cannot provide the value"
            expect(alwaysOpen, text("Visitor", isOpen))
            let identified = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Self.injector.bind(Visitor.self, id: "guest", lifetime: .scope(.request), to: .provided)
            }
            expect(identified, text("Visitor (id: \"guest\")", "a provided value cannot have an identifier"))
            let contributed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Self.injector.contribute(to: Visitor.self, lifetime: .scope(.request), .provided)
            }
            expect(contributed, text("contribution to Visitor", "a contribution cannot be provided"))
            let ended = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Self.injector.bind(Visitor.self, lifetime: .scope(.request), to: .provided.onEnd { _ in })
            }
            expect(ended, text("Visitor", "a provided value cannot have an 'onEnd': the code that provides it ends it"))
        }
    }
#endif
