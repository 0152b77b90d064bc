import Testing
import Wormer

@Suite("An injection error explains its reason, location and remedy")
struct InjectionErrorTests {
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
                  looked up at  WormerTests/InjectionErrorTests.swift:LINE
                  to do         Bind it before it is resolved:
                                injector.bind(EventBus.self, to: .make { <#EventBus#> })
                """
        )
        #expect(error?.location == CodeLocation(line: #line - 9))
        #expect(error?.interface == (any EventBus).self)
    }

    @Test("The error for an implementation that does not conform names the expected and the actual type")
    func doesNotConform() {
        injector.bindUnchecked(EventBus.self) { Unrelated() }
        let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: EventBus.self) }
        #expect(
            error?.description.withoutLocations == """
                Cannot inject EventBus: its factory created an instance of Unrelated, not of EventBus.
                  looked up at  WormerTests/InjectionErrorTests.swift:LINE
                  bound at      WormerTests/InjectionErrorTests.swift:LINE
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
                  path          Int, looked up at WormerTests/InjectionErrorTests.swift:LINE, bound at \
                WormerTests/InjectionErrorTests.swift:LINE
                                String, looked up at WormerTests/InjectionErrorTests.swift:LINE, bound at \
                WormerTests/InjectionErrorTests.swift:LINE
                                Int, looked up at WormerTests/InjectionErrorTests.swift:LINE, bound at \
                WormerTests/InjectionErrorTests.swift:LINE
                  to do         Let one of them resolve the other later:
                                let int: Provider<Int> = injector.instance()
                """
        )
        #expect(error?.path.map(\.bindingLocation?.line) == [#line - 21, #line - 18, #line - 21])
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
                Cannot inject EventBus: its factory threw PlannedFailure: no network
                  path          NotificationGateway, looked up at WormerTests/InjectionErrorTests.swift:LINE, bound at \
                WormerTests/InjectionErrorTests.swift:LINE
                                EventBus, looked up at WormerTests/InjectionErrorTests.swift:LINE, bound at \
                WormerTests/InjectionErrorTests.swift:LINE
                  to do         Fix the error. No instance was kept, and the next lookup runs the factory again.
                """
        )
        guard case .initializerThrew(let underlying) = error?.reason else {
            Issue.record("unexpected reason")
            return
        }
        #expect(underlying is PlannedFailure)
    }

    @Test("The error for an asynchronous factory advises to await the request")
    func needsAwaiting() {
        #expect(
            FailingBinding.needsAwaiting.error?.description.withoutLocations == """
                Cannot inject Unrelated: it is created asynchronously, and the lookup cannot wait for it.
                  looked up at  WormerTests/FailingBinding.swift:LINE
                  bound at      WormerTests/FailingBinding.swift:LINE
                  to do         Wait for it, unless a shared instance already exists:
                                try await injector.asyncInstance(for: Unrelated.self)
                """
        )
    }

    @Test("The error for a closed scope names the scope and shows how to open it")
    func scopeNotOpen() {
        #expect(
            FailingBinding.scopeNotOpen.error?.description.withoutLocations == """
                Cannot inject Unrelated: the scope 'request' is not open here.
                  looked up at  WormerTests/FailingBinding.swift:LINE
                  bound at      WormerTests/FailingBinding.swift:LINE
                  to do         Open the scope around the lookup. Child tasks inherit it:
                                try await injector.withScope(Scope("request")) { <#lookups#> }
                  or            Begin it, for all lookups until it ends:
                                try injector.begin(Scope("request"))
                """
        )
    }

    @Test("The error for an asynchronous 'onEnd' in a synchronous scope advises an asynchronous scope")
    func scopeEndsSynchronously() {
        #expect(
            FailingBinding.scopeEndsSynchronously.error?.description.withoutLocations == """
                Cannot inject Unrelated: its 'onEnd' is asynchronous, but the scope 'sale' was opened synchronously.
                  looked up at  WormerTests/FailingBinding.swift:LINE
                  bound at      WormerTests/FailingBinding.swift:LINE
                  to do         Open the scope where its end can be awaited:
                                try await injector.withScope(Scope("sale")) { <#lookups#> }
                """
        )
    }

    @Test("The error for a weak lifetime names the implementation that is not a class")
    func notAnObject() {
        #expect(
            FailingBinding.notAnObject.error?.description.withoutLocations == """
                Cannot inject Unrelated: its lifetime is weak, but Unrelated is not a class.
                  looked up at  WormerTests/FailingBinding.swift:LINE
                  bound at      WormerTests/FailingBinding.swift:LINE
                  to do         Make Unrelated a class, or bind Unrelated with another lifetime:
                                injector.bind(Unrelated.self, lifetime: .singleton, to: .make { <#Unrelated#> })
                """
        )
    }
}
