import Testing
import Wormer

@Suite("An injection error explains the reason, the place and the remedy")
struct ErrorTests {
    let injector = Injector(parent: nil)

    @Test("A code location fits into the frame of a request")
    func layout() {
        #expect(MemoryLayout<CodeLocation>.size <= 4 * MemoryLayout<UInt>.size)
    }

    @Test("The error for an unbound interface gives the interface, the location and the advice")
    func notBound() {
        let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: EventBus.self) }
        #expect(
            error?.description.withoutLocations == """
                Cannot inject EventBus: nothing is bound to it.
                  requested at  WormerTests/ErrorTests.swift:LINE
                  to do         Bind it before it is requested:
                                injector.bind(EventBus.self, to: .make { <#EventBus#> })
                """
        )
        #expect(error?.location == CodeLocation(line: #line - 9))
        #expect(error?.interface == (any EventBus).self)
    }

    @Test("The error for an unbound identifier lists other identifiers of the interface as near misses")
    func otherIdentifiers() {
        injector.bind(interface: EventBus.self, toImplementation: LocalEventBus.self) { LocalEventBus() }
        injector.bind(interface: EventBus.self, id: "main", toImplementation: LocalEventBus.self) { LocalEventBus() }
        let error = #expect(throws: InjectionError.self) {
            try injector.throwingInstance(for: EventBus.self, id: "mian")
        }
        #expect(
            error?.description.withoutLocations == """
                Cannot inject EventBus (id: "mian"): nothing is bound to it.
                  requested at  WormerTests/ErrorTests.swift:LINE
                  near misses   EventBus without an identifier, bound at WormerTests/ErrorTests.swift:LINE
                                EventBus (id: "main"), bound at WormerTests/ErrorTests.swift:LINE
                  to do         Bind it before it is requested:
                                injector.bind(EventBus.self, id: "mian", to: .make { <#EventBus#> })
                """
        )
        #expect(error?.identifier == AnyHashable("mian"))
    }

    @Test("An error lists at most three near misses: the same name, an implementation, a similar name")
    func nearMisses() {
        enum Elsewhere {
            struct Unrelated {}
        }
        struct Unrelatad {}
        struct Unrelatedd {}
        injector.bind(interface: Unrelatedd.self, toImplementation: Unrelatedd.self) { Unrelatedd() }
        injector.bind(interface: Unrelatad.self, toImplementation: Unrelatad.self) { Unrelatad() }
        injector.bind(interface: Any.self, toImplementation: Unrelated.self) { Unrelated() }
        injector.bind(interface: Elsewhere.Unrelated.self, toImplementation: Elsewhere.Unrelated.self) {
            Elsewhere.Unrelated()
        }
        injector.bind(interface: EventBus.self, toImplementation: LocalEventBus.self) { LocalEventBus() }
        let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Unrelated.self) }
        #expect(error?.nearMisses.map(\.kind) == [.sameName, .implementation, .similarName])
        #expect(
            error?.nearMisses.dropFirst().map(\.description.withoutLocations) == [
                "Any, of which it is an implementation, bound at WormerTests/ErrorTests.swift:LINE",
                "ErrorTests.Unrelatad, bound at WormerTests/ErrorTests.swift:LINE",
            ]
        )
    }

    @Test("Near misses include the bindings of parents")
    func nearMissesInParents() {
        injector.bind(interface: Int.self, id: 1, toImplementation: Int.self) { 1 }
        let child = Injector(parent: injector)
        let error = #expect(throws: InjectionError.self) { try child.throwingInstance(for: Int.self, id: 2) }
        #expect(error?.nearMisses.map(\.kind) == [.otherIdentifier])
    }

    @Test("The error for an implementation that does not conform names the expected and the actual type")
    func doesNotConform() {
        injector.bindUnchecked(EventBus.self) { Unrelated() }
        let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: EventBus.self) }
        #expect(
            error?.description.withoutLocations == """
                Cannot inject EventBus: its initializer made an instance of Unrelated, not of EventBus.
                  requested at  WormerTests/ErrorTests.swift:LINE
                  bound at      WormerTests/ErrorTests.swift:LINE
                  to do         Bind it with code that the compiler checks:
                                injector.bind(EventBus.self, to: .make { <#EventBus#> })
                """
        )
    }

    @Test("The error for a cycle shows the full path with the line of each binding")
    func cycle() {
        injector.bind(interface: Int.self, toImplementation: Int.self) { [unowned injector] in
            try injector.throwingInstance(for: String.self).count
        }
        injector.bind(interface: String.self, toImplementation: String.self, asSingleton: true) {
            [unowned injector] in
            try String(injector.throwingInstance(for: Int.self))
        }
        let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Int.self) }
        #expect(
            error?.description.withoutLocations == """
                Cannot inject Int: it depends on itself.
                  path          Int, requested at WormerTests/ErrorTests.swift:LINE, bound at \
                WormerTests/ErrorTests.swift:LINE
                                String, requested at WormerTests/ErrorTests.swift:LINE, bound at \
                WormerTests/ErrorTests.swift:LINE
                                Int, requested at WormerTests/ErrorTests.swift:LINE, bound at \
                WormerTests/ErrorTests.swift:LINE
                  to do         Let one of them resolve the other later:
                                let int: Provider<Int> = injector.instance()
                """
        )
        #expect(error?.path.map(\.binding?.line) == [#line - 21, #line - 18, #line - 21])
    }

    @Test("The error for a throwing initializer contains the thrown error and the path to the initializer")
    func initializerThrew() {
        injector.bind(interface: EventBus.self, toImplementation: LocalEventBus.self) {
            throw PlannedFailure(description: "no network")
        }
        injector.bind(interface: NotificationGateway.self, toImplementation: PushGateway.self) {
            [unowned injector] in
            PushGateway(eventBus: try injector.throwingInstance())
        }
        let error = #expect(throws: InjectionError.self) {
            try injector.throwingInstance(for: NotificationGateway.self)
        }
        #expect(
            error?.description.withoutLocations == """
                Cannot inject EventBus: its initializer threw PlannedFailure: no network
                  path          NotificationGateway, requested at WormerTests/ErrorTests.swift:LINE, bound at \
                WormerTests/ErrorTests.swift:LINE
                                EventBus, requested at WormerTests/ErrorTests.swift:LINE, bound at \
                WormerTests/ErrorTests.swift:LINE
                  to do         Fix the error. No instance was kept, and the next request runs the initializer again.
                """
        )
        guard case .initializerThrew(let underlying) = error?.reason else {
            Issue.record("wrong reason")
            return
        }
        #expect(underlying is PlannedFailure)
    }

    @Test("A forced request ends the process with the text of the error")
    func forced() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let injector = Injector(parent: nil)
            injector.bind(interface: NotificationGateway.self, toImplementation: PushGateway.self) {
                [unowned injector] in PushGateway(eventBus: injector.instance())
            }
            let _: NotificationGateway = injector.instance()
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).withoutLocations
        #expect(
            text.contains(
                """
                WormerTests/ErrorTests.swift:LINE: Fatal error: Cannot inject EventBus: nothing is bound to it.
                  path          NotificationGateway, requested at WormerTests/ErrorTests.swift:LINE, bound at \
                WormerTests/ErrorTests.swift:LINE
                                EventBus, requested at WormerTests/ErrorTests.swift:LINE
                  to do         Bind it before it is requested:
                                injector.bind(EventBus.self, to: .make { <#EventBus#> })
                """
            )
        )
    }
}
