import Fusion
import Testing
import Wormer
import WormerTesting

private struct Wheel: Sendable { let number: Int }
private struct Gear: Sendable {}

@Suite("What is wrong with the bindings of a test")
struct IssueTests {
    /// Runs `body` as the only case of a test with a trait.
    private func run(_ trait: IsolatedBindingsTrait, _ body: @Sendable () async throws -> Void) async throws {
        let test = try #require(Test.current)
        try await trait.provideScope(for: test, testCase: nil) {
            try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
        }
    }

    // The place was that of the line in the trait that records it.
    @Test("A binding that nobody asked for is an issue at the line of the binding")
    func unused() async throws {
        let line: UInt = #line + 4
        try await withKnownIssue {
            try await run(.isolatedBindings) {
                Injector.default
                    .bind(interface: Wheel.self, toImplementation: Wheel.self) { Wheel(number: 1) }
            }
        } matching: { issue in
            issue.sourceLocation?.line == Int(line) && issue.sourceLocation?.fileName == "IssueTests.swift"
                && (issue.error as? IsolationIssue)?.kind == .unusedOverride
        }
        try await run(.isolatedBindings(ignoring: [.unusedOverride])) {
            Injector.default.bind(interface: Wheel.self, toImplementation: Wheel.self) { Wheel(number: 1) }
        }
    }

    @Test("A request of a task that a test has left behind is an issue at the line of the request")
    func late() async throws {
        let line: UInt = #line + 1
        let ask: @Sendable () -> Void = { _ = Injector.default.safeInstance(for: Wheel.self) }
        for isIgnored in [false, true] {
            let (stream, continuation) = AsyncStream<Void>.makeStream()
            let behind = Shared<Task<Void, any Error>?>(nil)
            try await run(.isolatedBindings(ignoring: isIgnored ? [.lateRequest] : [])) {
                behind.change { task in
                    task = Task {
                        for await _ in stream {}
                        try await withKnownIssue(isIntermittent: isIgnored) {
                            ask()
                        } matching: { issue in
                            issue.sourceLocation?.line == Int(line) && !isIgnored
                                && (issue.error as? IsolationIssue)?.kind == .lateRequest
                        }
                    }
                }
            }
            continuation.finish()
            try await behind.value?.value
        }
    }

    // Only requests in the innermost isolation were counted.
    @Test("A binding of an outer suite is used by a test with bindings of its own, and inside a mock")
    func nested() async throws {
        let outer = IsolatedBindingsTrait.isolatedBindings { injector in
            injector.bind(interface: Wheel.self, toImplementation: Wheel.self) { Wheel(number: 1) }
        }
        try await run(outer) {
            try await run(.isolatedBindings) {
                #expect(Injector.default.instance(for: Wheel.self).number == 1)
            }
        }
        try await run(outer) {
            Container.mock {
                $0.bind(Gear.self, value: Gear())
            } then: {
                #expect(Injector.default.instance(for: Wheel.self).number == 1)
            }
        }
    }

    @Test("A binding is used if one of several tests asks for it, and if the test replaces it")
    func shared() async throws {
        let trait = IsolatedBindingsTrait.isolatedBindings { injector in
            injector.bind(interface: Wheel.self, toImplementation: Wheel.self) { Wheel(number: 1) }
        }
        let test = try #require(Test.current)
        try await trait.provideScope(for: test, testCase: nil) {
            try await run(trait) {}
            try await run(trait) { _ = Injector.default.instance(for: Wheel.self) }
        }
        try await run(trait) {
            Injector.default.bind(interface: Wheel.self, toImplementation: Wheel.self) { Wheel(number: 2) }
            #expect(Injector.default.instance(for: Wheel.self).number == 2)
        }
    }

    @Test("Without a test, the first one is thrown, and late requests are told")
    func outsideOfTests() throws {
        let error = #expect(throws: IsolationIssue.self) {
            try withIsolatedBindings { injector in
                injector.bind(interface: Wheel.self, toImplementation: Wheel.self) { Wheel(number: 1) }
            }
        }
        #expect(error?.kind == .unusedOverride && error?.interface == "Wheel")
        try withIsolatedBindings(ignoring: [.unusedOverride]) { injector in
            injector.bind(interface: Wheel.self, toImplementation: Wheel.self) { Wheel(number: 1) }
        }
    }
}

/// A value that tasks share.
private final class Shared<Value>: @unchecked Sendable {
    private let lock = Lock()
    private var current: Value

    init(_ value: Value) {
        current = value
    }

    var value: Value {
        lock.withLock { current }
    }

    func change(_ body: (inout Value) -> Void) {
        lock.withLock { body(&current) }
    }
}
