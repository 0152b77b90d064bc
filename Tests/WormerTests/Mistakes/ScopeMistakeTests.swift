import Testing
@testable import Wormer

@Suite("Error texts show mistakes with scopes and lifetimes and their remedies")
struct ScopeMistakeTests {
    private let injector = Injector(parent: nil)

    @Test("The error for a lookup outside its scope shows how to open the scope")
    func notOpen() throws {
        try mistake {
            injector.bind(Baker.self, lifetime: .scope(Scope("holiday")), to: .make { Baker(name: "Ada") })
            _ = try injector.throwingInstance(for: Baker.self)
        } shows: {
            """
            Cannot inject Baker: the scope 'holiday' is not open here.
              looked up at  WormerTests/ScopeMistakeTests.swift:+2
              bound at      WormerTests/ScopeMistakeTests.swift:+1
              to do         Open the scope around the lookup. Child tasks inherit it:
                            try await injector.withScope(Scope("holiday")) { <#lookups#> }
              or            Begin it, for all lookups until it ends:
                            try injector.begin(Scope("holiday"))
            """
        }
    }

    @Test("The error for a lookup in a detached task of a scope shows how to capture the scope")
    func detached() async throws {
        let (scope, line) = (Scope("shift of a detached task"), #line as UInt)
        injector.bind(Baker.self, lifetime: .scope(scope), to: .make { Baker(name: "Ada") })
        func error() async -> String {
            await Task.detached { [injector] in
                do {
                    return "\(try await injector.asyncInstance(for: Baker.self))"
                } catch {
                    return "\(error)".countingLines(from: line)
                }
            }.value
        }
        let capturing = """
            Cannot inject Baker: the scope 'shift of a detached task' is not open here.
              looked up at  WormerTests/ScopeMistakeTests.swift:+5
              bound at      WormerTests/ScopeMistakeTests.swift:+1
              to do         Detached tasks and callbacks don't inherit the scope. Capture it where they start:
                            let here = Injector.capture()
                            here.run { <#lookups#> }
              or            Open the scope around the lookup. Child tasks inherit it:
                            try await injector.withScope(Scope("shift of a detached task")) { <#lookups#> }
            """
        let opening = "  to do         Open the scope around the lookup. Child tasks inherit it:\n"
        #expect(await error().contains(opening), "No task has opened the scope before.")
        try injector.begin(scope)
        try await injector.end(scope)
        #expect(await error().contains(opening), "Where a scope has begun, detached tasks see it.")
        // Another scope's name may take the place of this one, until the scope is opened again.
        var found = ""
        for _ in 0..<1_000 where found != capturing {
            try await injector.withScope(scope) { found = await error() }
        }
        #expect(found == capturing)
        var handle = try injector.open(scope)
        found = await error()
        for _ in 0..<1_000 where found != capturing {
            try await handle.end()
            handle = try injector.open(scope)
            found = await error()
        }
        #expect(found == capturing)
        try await injector.withScope(Scope("other shift")) {
            let error = await #expect(throws: InjectionError.self) {
                try await injector.asyncInstance(for: Baker.self)
            }
            #expect(error?.description.contains(opening) == true, "This task would have inherited the scope.")
        }
        try await handle.end()
    }

    @Test("The error for ending a scope that a closure or a handle ends says so")
    func endOfOpenScope() async throws {
        let line: UInt = #line
        let error = try await injector.withScope(Scope("shift")) {
            await #expect(throws: ScopeError.self) { try await injector.end(Scope("shift")) }
        }
        #expect(
            error?.description.countingLines(from: line) == """
                Cannot end the scope 'shift': it has not begun.
                  ended at      WormerTests/ScopeMistakeTests.swift:+2
                  to do         Return from the closure that it was opened for, end its handle, or begin it first:
                                try injector.begin(Scope("shift"))
                """
        )
    }

    @Test("The error for ending a scope inside an 'onEnd' of that scope says that it is ending")
    func endInsideItsEnd() async throws {
        let descriptions = Shared<[String]>([])
        let line: UInt = #line
        @Sendable func end(_: Baker) async throws {
            let error = await #expect(throws: ScopeError.self) { try await injector.end(Scope("shift")) }
            descriptions.change { $0.append(error?.description.countingLines(from: line) ?? "") }
        }
        for scope in [Scope("shift"), Scope("break", inside: Scope("shift"))] {
            injector.bind(Baker.self, lifetime: .scope(scope), to: .make { Baker(name: "Ada") }.onEnd(end))
            try injector.begin(Scope("shift"))
            if scope != Scope("shift") {
                try injector.begin(scope)
            }
            _ = injector.instance(for: Baker.self)
            try await injector.end(Scope("shift"))
        }
        let description = """
            Cannot end the scope 'shift': it is already ending.
              ended at      WormerTests/ScopeMistakeTests.swift:+2
              begun at      WormerTests/ScopeMistakeTests.swift:+7
              to do         Remove the call: the end that runs this 'onEnd' ends the other instances, too.
            """
        #expect(descriptions.value == [description, description])
    }

    @Test("The error for a scope without its value shows how to provide the value")
    func notProvided() throws {
        try mistake {
            injector.bind(Baker.self, lifetime: .scope(Scope("shift")), to: .provided)
            try injector.withScope(Scope("shift")) {
                _ = try injector.throwingInstance(for: Baker.self)
            }
        } shows: {
            """
            Cannot inject Baker: the scope 'shift' was opened without it.
              looked up at  WormerTests/ScopeMistakeTests.swift:+3
              bound at      WormerTests/ScopeMistakeTests.swift:+1
              opened at     WormerTests/ScopeMistakeTests.swift:+2
              to do         Open the scope with the value:
                            try await injector.withScope(Scope("shift"), providing: <#Baker#>) { <#lookups#> }
              or            Begin it with the value:
                            try injector.begin(Scope("shift"), providing: <#Baker#>)
            """
        }
    }

    @Test("The error for an asynchronous 'onEnd' in a synchronous scope shows the awaited scope")
    func endsSynchronously() throws {
        try mistake {
            injector.bind(
                Baker.self,
                lifetime: .scope(Scope("shift")),
                to: .make { Baker(name: "Ada") }.onEnd { _ in await Task.yield() }
            )
            try injector.withScope(Scope("shift")) {
                _ = try injector.throwingInstance(for: Baker.self)
            }
        } shows: {
            """
            Cannot inject Baker: its 'onEnd' is asynchronous, but the scope 'shift' was opened synchronously.
              looked up at  WormerTests/ScopeMistakeTests.swift:+7
              bound at      WormerTests/ScopeMistakeTests.swift:+1
              to do         Open the scope in an asynchronous function, so that its end is awaited:
                            try await injector.withScope(Scope("shift")) { <#lookups#> }
              or            At the top level of 'main.swift', await something in the closure, such as 'Task.yield()'.
            """
        }
    }

    @Test("The error for a weak binding to a struct behind a protocol names the struct")
    func notAnObject() throws {
        try mistake {
            injector.bind(Oven.self, lifetime: .weak, to: .make { GasOven() })
            _ = try injector.throwingInstance(for: Oven.self)
        } shows: {
            """
            Cannot inject Oven: its lifetime is weak, but GasOven is not a class.
              looked up at  WormerTests/ScopeMistakeTests.swift:+2
              bound at      WormerTests/ScopeMistakeTests.swift:+1
              to do         Create an instance of a class, or bind Oven with another lifetime:
                            injector.bind(Oven.self, lifetime: .singleton, to: .make { <#Oven#> })
            """
        }
    }

    @Test("The error for a provider without its injector says to keep the injector")
    func provider() throws {
        try mistake {
            var injector: Injector? = Injector(parent: nil)
            injector?.bind(Oven.self, to: .make { GasOven() })
            let oven = try #require(injector).instance(for: Provider<any Oven>.self)
            injector = nil
            _ = try oven.get()
        } shows: {
            """
            Cannot inject Oven: the injector behind its provider no longer exists.
              looked up at  WormerTests/ScopeMistakeTests.swift:+5
              to do         Keep a reference to the injector while its providers are in use.
            """
        }
    }
}

#if os(macOS) || os(Linux)
    extension ScopeMistakeTests {
        @Test("Binding or contributing for an open or outer scope ends the process and shows a provided value")
        func bindingInside() async {
            let bound = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let (injector, shift) = (Injector.default, Scope("shift"))
                try await injector.withScope(shift) {
                    try await injector.withScope(Scope("order")) {
                        injector.bind(Baker.self, lifetime: .scope(shift), to: .make { Baker(name: "Ada") })
                    }
                }
            }
            let text = "Cannot bind Baker with the lifetime scope shift: that scope is open here, "
            #expect(bound?.fatalErrorText.contains(text) == true)
            let contributed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let (injector, shift) = (Injector.default, Scope("shift"))
                // An override around the scope is shared by all scopes that are opened in it.
                try inOverride {
                    try injector.withScope(shift) {
                        injector.contribute(to: Oven.self, lifetime: .scope(shift), .value(GasOven()))
                    }
                }
            }
            #expect(
                contributed?.fatalErrorText == """
                    WormerTests/ScopeMistakeTests.swift:LINE: Fatal error: Cannot bind contribution to Oven with the \
                    lifetime scope shift: that scope is open here, and the binding would also apply to every other \
                    open 'shift'.
                      to do         Bind it before you open the scope. If the value is known only later, declare it \
                    first and provide it:
                                    Injector.default.bind(Oven.self, lifetime: .scope(Scope("shift")), to: .provided)
                                    try await Injector.default.withScope(Scope("shift"), providing: <#Oven#> as any \
                    Oven) { <#lookups#> }
                    """
            )
        }
    }
#endif
