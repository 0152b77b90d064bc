import Testing
import Wormer

@Suite("Using the values of a scope wrongly ends the process")
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
}

#if os(macOS) || os(Linux)
    extension ProvidedMistakeTests {
        private static let injector = Injector(parent: nil)
        private static let here = "WormerTests/ProvidedMistakeTests.swift:LINE"
        private static let declaration = """

                            injector.bind(Ticket.self, lifetime: .scope(Scope("request")), to: .provided)
            """

        private func expect(
            _ result: ExitTest.Result?,
            _ message: String,
            sourceLocation: SourceLocation = #_sourceLocation
        ) {
            #expect(result?.fatalErrorText == "\(Self.here): Fatal error: \(message)", sourceLocation: sourceLocation)
        }

        private func refusal(of type: String, _ problem: String, advice: String) -> String {
            "Cannot provide a value of type \(type) to the scope 'request': \(problem).\n  to do         \(advice)"
        }

        @Test("Providing an undeclared value ends the process and shows the declaration in the same injector")
        func undeclared() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try Self.injector.withScope(.request, providing: Ticket(number: 1)) {}
            }
            expect(result, refusal(of: "Ticket", "it is not declared", advice: "Declare it first:\(Self.declaration)"))
        }

        @Test("Providing a value with another static type ends the process and shows the type to write")
        func otherType() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Self.injector.bind(Visitor.self, lifetime: .scope(.request), to: .provided)
                try await Self.injector.withScope(.request, providing: Guest(name: "Ada")) {}
            }
            let advice = "Provide it 'as any Visitor', which is declared at \(Self.here)."
            expect(result, refusal(of: "Guest", "it is not declared", advice: advice))
        }

        @Test("Providing an optional of a declared value ends the process and asks to unwrap it")
        func optional() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Self.injector.bind(Ticket.self, lifetime: .scope(.request), to: .provided)
                try await Self.injector.withScope(.request, providing: Optional(Ticket(number: 1))) {}
            }
            let advice = "Unwrap it, and provide it 'as Ticket', which is declared at \(Self.here)."
            expect(result, refusal(of: "Optional<Ticket>", "it is not declared", advice: advice))
        }

        @Test("Providing a value that is declared for another scope ends the process")
        func otherScope() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Self.injector.bind(Ticket.self, lifetime: .scope(.job), to: .provided)
                try Self.injector.withScope(.request, providing: Ticket(number: 1)) {}
            }
            let advice = "Declare it like this instead:\(Self.declaration)"
            expect(result, refusal(of: "Ticket", "it is declared for another scope, at \(Self.here)", advice: advice))
        }

        @Test("Providing a value for a factory binding, or two values of one type, ends the process")
        func otherwiseBound() async {
            let bound = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Self.injector.bind(Ticket.self, lifetime: .scope(.request), to: .make { Ticket(number: 1) })
                try Self.injector.withScope(.request, providing: Ticket(number: 1)) {}
            }
            let advice = "Declare it like this instead:\(Self.declaration)"
            expect(bound, refusal(of: "Ticket", "it is bound to a factory, at \(Self.here)", advice: advice))
            let twice = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Self.injector.bind(Ticket.self, lifetime: .scope(.request), to: .provided)
                try Self.injector.withScope(.request, providing: Ticket(number: 1), Ticket(number: 2)) {}
            }
            expect(twice, refusal(of: "Ticket", "two values have this type", advice: "Give each value its own type."))
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
