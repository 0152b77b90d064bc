import Fusion
import Testing
import Wormer
import WormerTesting

private final class Valve: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
}

private let ended = Shared<[String]>([])
private let endedOfSuite = Shared<[String]>([])
private let mistaken = Shared<[String]>([])

extension Injector {
    /// Binds a valve and creates it.
    fileprivate func open(
        _ name: String,
        isAwaited: Bool = false,
        fails: Bool = false,
        _ journal: Shared<[String]> = ended
    ) {
        let factory = Factory<Valve>.make { Valve(name) }
        @Sendable func close(_ valve: Valve) throws {
            journal.change { $0.append(valve.name) }
            if fails { throw PlannedFailure(description: "\(valve.name) leaks") }
        }
        bind(
            Valve.self,
            id: name,
            lifetime: .singleton,
            to: isAwaited
                ? factory.onEnd { valve async throws in
                    await Task.yield()
                    try Task.checkCancellation()
                    try close(valve)
                } : factory.onEnd(close),
            fileID: elsewhere,
            line: 1
        )
        _ = instance(for: Valve.self, id: name)
    }
}

/// The issue about an error of a valve.
private func failure(_ occasion: String, _ name: String) -> String {
    """
    WormerTestingTests/Elsewhere.swift:1: An 'onEnd' failed \(occasion).
      error         \(name) leaks
      bound at      WormerTestingTests/Elsewhere.swift:1
    """
}

/// Expects what a test created to end with it, and these errors of `onEnd` closures.
///
/// The trait precedes `.isolatedBindings`, so that it encloses that trait.
private struct Ending: TestTrait, TestScoping {
    let journal: Shared<[String]>
    let names: [String]
    let errors: [String]

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        do {
            try await function()
            #expect(errors == [])
        } catch let error as EndingError {
            #expect(error.errors.map { "\($0)" } == errors)
        }
        #expect(journal.value == names)
    }
}

extension Trait where Self == Ending {
    fileprivate static func ending(
        _ names: String...,
        in journal: Shared<[String]>,
        errors: [String] = []
    ) -> Ending { Ending(journal: journal, names: names, errors: errors) }
}

@Suite("What a test creates ends with its isolated bindings")
struct IsolatedEndTests {
    @Test(
        "The trait awaits what a test created, the latest first",
        .ending("b", "a", in: endedOfSuite),
        .isolatedBindings
    )
    func ofATest() async {
        Injector.default.open("a", isAwaited: true, endedOfSuite)
        Injector.default.open("b", endedOfSuite)
    }

    @Test(
        "The errors of 'onEnd' closures make a test with the trait fail",
        .ending("b", "a", in: mistaken, errors: ["b leaks", "a leaks"]),
        .isolatedBindings
    )
    func mistakes() {
        Injector.default.open("a", fails: true, mistaken)
        Injector.default.open("b", isAwaited: true, fails: true, mistaken)
    }

    @Test("withIsolatedBindings ends what its body created, the latest first, and throws the errors")
    func synchronous() throws {
        let journal = Shared<[String]>([])
        try withIsolatedBindings { injector in
            injector.open("a", journal)
            injector.open("b", journal)
        }
        #expect(journal.value == ["b", "a"])
        let error = #expect(throws: EndingError.self) {
            try withIsolatedBindings { injector in
                injector.open("c", fails: true, journal)
                injector.open("d", fails: true, journal)
            }
        }
        #expect(error?.errors.map { "\($0)" } == ["d leaks", "c leaks"])
    }

    @Test("The asynchronous withIsolatedBindings awaits what its body created, even if it is cancelled")
    func asynchronous() async throws {
        let journal = Shared<[String]>([])
        @Sendable func run(failing: Bool) async throws {
            try await withIsolatedBindings { injector in
                injector.open("a", isAwaited: true, journal)
                injector.open("b", isAwaited: true, fails: failing, journal)
                await Task.yield()
            }
        }
        try await run(failing: false)
        #expect(journal.value == ["b", "a"])
        let error = await #expect(throws: EndingError.self) { try await run(failing: true) }
        #expect(error?.errors.map { "\($0)" } == ["b leaks"])
        try await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await run(failing: false)
        }.value
        #expect(journal.value == ["b", "a", "b", "a", "b", "a"])
    }

    @Test("In an asynchronous function, an override awaits what it created, even if its body awaits nothing")
    func synchronousBody() async throws {
        let journal = Shared<[String]>([])
        let error = await #expect(throws: EndingError.self) {
            try await withIsolatedBindings { $0.open("a", isAwaited: true, fails: true, journal) }
        }
        #expect(error?.errors.map { "\($0)" } == ["a leaks"])
        await Container.mock { _ in
        } then: {
            Injector.default.open("b", isAwaited: true, journal)
        }
        #expect(journal.value == ["a", "b"])
    }

    @Test("withIsolatedBindings throws the error of its body, and an error of an 'onEnd' is an issue")
    func bodyThrows() async {
        let recorded = await issues {
            let journal = Shared<[String]>([])
            #expect(throws: PlannedFailure.self) {
                try withIsolatedBindings { injector in
                    injector.open("a", fails: true, journal)
                    throw PlannedFailure(description: "body")
                }
            }
            await #expect(throws: PlannedFailure.self) {
                try await withIsolatedBindings { injector in
                    injector.open("b", isAwaited: true, fails: true, journal)
                    await Task.yield()
                    throw PlannedFailure(description: "body")
                }
            }
        }
        #expect(recorded == ["a", "b"].map { failure("while an override ended", $0) })
    }

    @Test("The lookups of 'onEnd' closures are not late, and use the bindings of the test")
    func lookups() async throws {
        let late = Shared(0)
        let journal = Shared<[String]>([])
        @Sendable func open(_ injector: Injector, isAwaited: Bool) {
            injector.bind(String.self, to: .make { "text" })
            let factory = Factory<Valve>.make { Valve("valve") }
            @Sendable func close() {
                journal.change { $0.append(injector.safeInstance(for: String.self) ?? "nothing") }
            }
            let closeLater = { @Sendable (_: Valve) async in
                await Task.yield()
                close()
            }
            let ending = isAwaited ? factory.onEnd(closeLater) : factory.onEnd { _ in close() }
            injector.bind(Valve.self, lifetime: .singleton, to: ending)
            _ = injector.instance(for: Valve.self)
        }
        for isAwaited in [false, true] {
            try await withIsolatedBindings(ignoring: [.unusedBinding], onLateLookup: { _ in late.change { $0 += 1 } }) {
                open($0, isAwaited: isAwaited)
            }
            try await withIsolatedBindings(onLateLookup: { _ in late.change { $0 += 1 } }) { injector in
                open(injector, isAwaited: isAwaited)
                await Task.yield()
            }
        }
        #expect(await eventually { journal.value == Array(repeating: "text", count: 4) })
        #expect(late.value == 0)
    }
}
