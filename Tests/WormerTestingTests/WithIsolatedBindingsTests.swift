import Fusion
import Testing
import Wormer
import WormerTesting

@Suite("withIsolatedBindings isolates the bindings of its body")
struct WithIsolatedBindingsTests {
    @Test("Bindings in withIsolatedBindings apply in its body only, and it returns the result of the body")
    func result() throws {
        let text = try withIsolatedBindings { injector in
            injector.bindText(line: 1)
            return injector.instance(for: String.self)
        }
        #expect(text == "text")
        #expect(!Injector.default.isBound(String.self))
    }

    @Test("Decorators of every override around withIsolatedBindings apply to what it binds")
    func decorators() throws {
        let bound = try withIsolatedBindings { injector in
            injector.decorate(String.self) { "outer " + $0 }
            injector.decorate(Substring.self) { "outer " + $0 }
            return try Container.mock {
                $0.injector.decorate(Substring.self) { "inner " + $0 }
            } then: {
                try withIsolatedBindings { injector in
                    injector.bindText(line: 1)
                    injector.bind(Substring.self, to: .value("text"))
                    return [injector.instance(for: String.self), String(injector.instance(for: Substring.self))]
                }
            }
        }
        #expect(bound == ["outer text", "inner outer text"])
    }

    @Test("withIsolatedBindings runs an asynchronous body on the actor of its caller")
    @MainActor
    func callersActor() async throws {
        let text = try await withIsolatedBindings { injector in
            MainActor.assertIsolated()
            injector.bindText(line: 2)
            await Task.yield()
            return try await injector.asyncInstance(for: String.self)
        }
        #expect(text == "text")
    }

    @Test("withIsolatedBindings throws the first unused binding as an error with its location")
    func unused() async throws {
        let issue = #expect(throws: IsolationIssue.self) {
            try withIsolatedBindings { injector in
                injector.bindText(id: 1, line: 4)
                injector.bindText(line: 3)
            }
        }
        #expect(issue?.kind == .unusedBinding && issue?.interface == "String" && issue?.location.line == 3)
        let awaited = await #expect(throws: IsolationIssue.self) {
            try await withIsolatedBindings { injector in
                injector.bindText(line: 3)
                await Task.yield()
            }
        }
        #expect(awaited?.description == issue?.description)
    }

    @Test("withIsolatedBindings throws the error of its body rather than unused bindings, and leaks no binding")
    func throwing() async {
        #expect(throws: PlannedFailure.self) {
            try withIsolatedBindings { injector in
                injector.bindText(line: 6)
                throw PlannedFailure(description: "planned")
            }
        }
        await #expect(throws: PlannedFailure.self) {
            try await withIsolatedBindings { injector in
                injector.bindText(line: 6)
                await Task.yield()
                throw PlannedFailure(description: "planned")
            }
        }
        #expect(!Injector.default.isBound(String.self))
    }

    @Test("A nested isolation starts with the outer bindings without instances and changes nothing outside")
    func nested() throws {
        final class Product {}
        try withIsolatedBindings { injector in
            injector.bind(Product.self, lifetime: .singleton, to: .make { Product() })
            injector.bindText("outer", line: 7)
            let made = injector.instance(for: Product.self)
            try withIsolatedBindings { inner in
                #expect(inner === injector)
                #expect(inner.instance(for: Product.self) !== made)
                inner.bindText("inner", line: 8)
                #expect(inner.instance(for: String.self) == "inner")
            }
            #expect(injector.instance(for: Product.self) === made)
            #expect(injector.instance(for: String.self) == "outer")
        }
    }

    @Test("A lookup after withIsolatedBindings is reported, even if the body throws, unless that is ignored")
    func late() async {
        for (ignored, expected) in [([], ["3 String: lateLookup"]), ([.lateLookup], [])]
            as [(Set<IsolationIssue.Kind>, [String])]
        {
            let late = LateTask()
            let reported = Shared<[String]>([])
            await #expect(throws: PlannedFailure.self) {
                try await withIsolatedBindings(
                    ignoring: ignored,
                    onLateLookup: { issue in
                        reported.change { $0.append("\(issue.location.line) \(issue.interface): \(issue.kind)") }
                    }
                ) { _ in
                    await late.start { _ = Injector.default.safeInstance(for: String.self, line: 3) }
                    throw PlannedFailure(description: "planned")
                }
            }
            await late.finish()
            #expect(reported.value == expected)
        }
    }
}

// MARK: - Property wrappers

private final class Mock: Sendable {
    let text = Inject<String>()
    let lazy = LazyInject<String>()
}

extension Container { @Service fileprivate var isolatedMock = Mock() }

extension WithIsolatedBindingsTests {
    @Test("A wrapper that was created in a mock reads from the mock and not from the bindings of the test")
    func mock() async throws {
        try await withIsolatedBindings { injector in
            injector.bindText(line: 10)
            let text = await Container.mock {
                $0.bind(value: "mock")
            } then: {
                Inject<String>()
            }
            #expect(text.wrappedValue == "mock")
            #expect(await Task.detached { text.wrappedValue }.value == "mock")
            #expect(Inject<String>().wrappedValue == "text")
        }
    }

    @Test("An assigned mock with '@Inject' properties is released at the end of the test")
    func wrappers() throws {
        weak var mock: Mock?
        try withIsolatedBindings { injector in
            injector.bindText(line: 9)
            let assigned = Mock()
            mock = assigned
            Container.isolatedMock = assigned
            #expect(Container.isolatedMock.text.wrappedValue == "text")
            #expect(Container.isolatedMock.lazy.wrappedValue == "text")
        }
        #expect(isSoon { mock == nil })
    }
}

#if os(macOS) || os(Linux)
    extension WithIsolatedBindingsTests {
        @Test("A binding of the first isolated test in a process does not leak")
        func nothingLeaks() async {
            await #expect(processExitsWith: .success) {
                try withIsolatedBindings { injector in
                    injector.bind(interface: (any Greeter).self, toImplementation: Fixed.self) {
                        Fixed(greeting: "first")
                    }
                    #expect(injector.instance(for: (any Greeter).self).greeting == "first")
                }
                #expect(!Injector.default.isBound((any Greeter).self))
            }
        }
    }
#endif
