import Fusion
import Testing
import Wormer
import WormerTesting

/// Something that must be closed.
private final class Valve: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
}

private struct Reader {
    @Inject("valve") var valve: Valve
    @Inject("plain") var plain: Valve

    init(_ container: Container) {
        _valve = Inject("valve", container: container)
        _plain = Inject("plain", container: container)
    }
}

extension Wormer.Scope {
    fileprivate static let shift = Wormer.Scope("shift")
    fileprivate static let pause = Wormer.Scope("pause")
    fileprivate static let season = Wormer.Scope.alwaysOpen("season")
}

@Suite("What is created in Container.mock ends with it")
struct OverrideEndTests {
    private let container = Container()
    private let journal = Journal()

    private var injector: Injector { container.injector }

    /// Binds a valve with an `onEnd` that is immediate, or must be awaited and fails in a cancelled task.
    ///
    /// The `onEnd` of a leaking valve fails.
    private func bind(
        _ name: String,
        _ lifetime: Lifetime = .singleton,
        isAwaited: Bool = false,
        leaks: Bool = false,
        in child: Injector? = nil
    ) {
        let end = { @Sendable [journal] (valve: Valve) throws in
            guard !leaks else { throw PlannedFailure(description: "\(valve.name) leaks") }
            journal.note("\(valve.name) ended")
        }
        let factory = Factory<Valve>.make { Valve(name) }
        let ended =
            isAwaited
            ? factory.onEnd { valve async throws in
                await Task.yield()
                try Task.checkCancellation()
                try end(valve)
            } : factory.onEnd { try end($0) }
        (child ?? injector).bind(Valve.self, id: name, lifetime: lifetime, to: ended)
    }

    /// Runs `body` in a synchronous override.
    @discardableResult
    private func mock<Result>(_ body: () -> Result) -> Result { container.mock({ _ in }, then: body) }

    @discardableResult
    private func make(_ name: String) -> Valve { injector.instance(for: Valve.self, id: name) }

    @Test("What a synchronous mock creates ends before it returns, the latest first")
    func synchronous() {
        bind("first")
        bind("second", .scope(.season))
        bind("outside")
        make("outside")
        let child = Container(parent: container)
        container.mock { _ in
            make("first")
        } then: {
            make("second")
            let factory = Factory<Valve>.make { Valve("child") }.onEnd { [journal] in journal.note("\($0.name) ended") }
            child.injector.bind(Valve.self, lifetime: .singleton, to: factory)
            _ = child.injector.instance(for: Valve.self)
            make("outside")
            #expect(journal.entries == [])
        }
        #expect(journal.entries == ["child ended", "second ended", "first ended"])
    }

    @Test("An asynchronous mock awaits the end of what it created, the latest first, even if it is cancelled")
    func asynchronous() async {
        bind("first", isAwaited: true)
        bind("second")
        bind("third", .scope(.season), isAwaited: true)
        @Sendable func mock() async {
            await container.mock { _ in
            } then: {
                for name in ["first", "second", "third"] { make(name) }
                await Task.yield()
            }
        }
        await mock()
        let expected = ["third ended", "second ended", "first ended"]
        #expect(journal.entries == expected)
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            await mock()
        }.value
        #expect(journal.entries == expected + expected)
    }

    @Test("From the first end that must be awaited, a synchronous mock leaves the rest to a task, in order")
    func synchronousWithAnAwaitedEnd() async {
        bind("first")
        bind("second", isAwaited: true)
        bind("third")
        mock { for name in ["first", "second", "third"] { make(name) } }
        #expect(journal.entries.first == "third ended")
        #expect(await eventually { journal.entries == ["third ended", "second ended", "first ended"] })
    }

    @Test("A mock ends the scopes that have begun inside, the latest first, and then the singletons")
    func begunScopes() async throws {
        let child = Injector(parent: injector)
        bind("singleton")
        bind("shift", .scope(.shift))
        bind("pause", .scope(.pause), in: child)
        func begin() throws {
            make("singleton")
            try injector.begin(.shift)
            try child.begin(.pause)
            make("shift")
            _ = child.instance(for: Valve.self, id: "pause")
        }
        func mockNow() throws { try container.mock({ _ in }, then: begin) }
        let expected = ["pause ended", "shift ended", "singleton ended"]
        try mockNow()
        #expect(journal.entries == expected)
        try await container.mock({ _ in }) {
            await Task.yield()
            try begin()
        }
        #expect(journal.entries == expected + expected)
        bind("shift", .scope(.shift), isAwaited: true)
        try mockNow()
        #expect(await eventually { journal.entries == expected + expected + expected })
        // After its end, nothing but the capture refers to the override.
        try mock { Injector.capture() }.run(begin)
        #expect(await eventually { journal.entries == expected + expected + expected + expected })
    }

    @Test("After a synchronous mock, none of its scopes is open, even while the end of the latest is awaited")
    func closedScopes() async throws {
        let mayEnd = Gate()
        bind("shift", .scope(.shift))
        let factory = Factory<Valve>.make { Valve("pause") }.onEnd { [journal] in
            await mayEnd.pass()
            journal.note("\($0.name) ended")
        }
        injector.bind(Valve.self, id: "pause", lifetime: .scope(.pause), to: factory)
        func begin() throws {
            try injector.begin(.shift)
            try injector.begin(.pause)
            make("shift")
            make("pause")
        }
        var failures = 0
        mock {
            #expect(throws: Never.self, performing: begin)
            return Injector.capture()
        }.run {
            do { _ = try injector.throwingInstance(for: Valve.self, id: "shift") } catch { failures += 1 }
        }
        #expect(failures == 1)
        #expect(journal.entries == [])
        await mayEnd.open()
        #expect(await eventually { journal.entries == ["pause ended", "shift ended"] })
    }

    @Test("An 'onEnd' sees the bindings of the override, and instances that end later")
    func bindingsInside() async {
        bind("log")
        let factory = Factory<Valve>.make { Valve("valve") }.onEnd { [unowned injector = container.injector] valve in
            let log = injector.instance(for: Valve.self, id: "log")
            let text: String = injector.instance()
            journal.note("\(valve.name) \(text) \(ObjectIdentifier(log).hashValue)")
        }
        injector.bind(Valve.self, lifetime: .singleton, to: factory)
        let log = await container.mock({ $0.bind(value: "inside") }) {
            await Task.yield()
            defer { _ = injector.instance(for: Valve.self) }
            return make("log")
        }
        #expect(journal.entries == ["valve inside \(ObjectIdentifier(log).hashValue)", "log ended"])
    }

    @Test("An instance whose decorator throws in an override ends before the override does", arguments: [false, true])
    func refused(isAwaited: Bool) async {
        let mayEnd = Gate()
        let base = Factory<Valve>.make { Valve("base") }
        injector.bind(
            Valve.self,
            lifetime: .singleton,
            to: base.onEnd { valve in
                await mayEnd.pass()
                throw PlannedFailure(description: "\(valve.name) leaks")
            }
        )
        injector.decorate(Valve.self) { (_: Valve) -> Valve in throw PlannedFailure(description: "no") }
        let recorded = Tally()
        await RunningTest.$expectation.withValue(
            RunningTest.Expectation { text, _, _, _ in
                recorded.increment()
                return text.contains("error         base leaks")
            }
        ) {
            if isAwaited {
                await container.mock({ _ in }) {
                    #expect(injector.safeInstance(for: Valve.self) == nil)
                    Task.detached { await mayEnd.open() }
                    await Task.yield()
                }
            } else {
                mock { #expect(injector.safeInstance(for: Valve.self) == nil) }
                await mayEnd.open()
                #expect(await eventually { recorded.count == 1 })
            }
        }
        #expect(recorded.count == 1)
    }

    @Test("An override waits for an instance that is under construction, and then ends its dependencies, too")
    func underConstruction() async {
        bind("dependency", isAwaited: true)
        for _ in 0..<50 {
            let (hasBegun, mayEnd) = (Gate(), Gate())
            let factory = Factory<Valve>.async { [unowned injector] () async -> Valve in
                await hasBegun.open()
                await mayEnd.pass()
                _ = injector.instance(for: Valve.self, id: "dependency")
                return Valve("late")
            }.onEnd { journal.note("\($0.name) ended") }
            injector.bind(Valve.self, lifetime: .singleton, to: factory)
            let count = journal.entries.count
            await container.mock({ _ in }) {
                Task { _ = try await injector.asyncInstance(for: Valve.self) }
                await hasBegun.pass()
                Task.detached { await mayEnd.open() }
            }
            #expect(journal.entries[count...] == ["late ended", "dependency ended"])
        }
    }

    @Test("What a task creates after the override has ended ends when no task is in the override any more")
    func lateInstance() async {
        bind("valve")
        for isAsynchronous in [false, true] {
            let (mayRequest, mayFinish) = (Gate(), Gate())
            let count = journal.entries.count
            let request: @Sendable () async -> Bool = {
                await mayRequest.pass()
                _ = container.injector.instance(for: Valve.self, id: "valve")
                await mayFinish.pass()
                return journal.entries.count == count
            }
            let task =
                isAsynchronous
                ? await container.mock({ _ in }, then: { () async in Task { await request() } })
                : await container.mock({ _ in }, then: { Task { await request() } })
            await mayRequest.open()
            await mayFinish.open()
            #expect(await task.value)
            #expect(await eventually { journal.entries.count == count + 1 })
        }
    }

    @Test("An override ends what it creates in a scope instead of an instance from outside that it has reset")
    func resetInScope() throws {
        bind("valve", .scope(.shift))
        try injector.withScope(.shift) {
            let outside = make("valve")
            mock {
                #expect(make("valve") === outside)
                injector.reset(Valve.self, id: "valve")
                #expect(make("valve") !== outside)
            }
            #expect(journal.entries == ["valve ended"])
        }
        #expect(journal.entries == ["valve ended", "valve ended"])
    }

    @Test("The last 'onEnd' closures of an override still see its bindings")
    func lateInstanceSeesTheOverride() async {
        let (container, journal, mayRequest) = (container, journal, Gate())
        let factory = Factory<Valve>.make { Valve("valve") }.onEnd { [unowned injector = container.injector] _ in
            journal.note(injector.instance(for: String.self))
        }
        injector.bind(Valve.self, lifetime: .singleton, to: factory)
        let task = await container.mock({ $0.bind(value: "inside") }) {
            Task {
                await mayRequest.pass()
                _ = container.injector.instance(for: Valve.self)
            }
        }
        await mayRequest.open()
        await task.value
        #expect(await eventually { journal.entries == ["inside"] })
    }

    @Test("A wrapper that remembers an override keeps the instances without 'onEnd', and gets no ended one")
    func remembered() async {
        bind("valve")
        injector.bind(Valve.self, id: "plain", lifetime: .singleton, to: .make { Valve("plain") })
        let ended = Tally()
        do {
            let (reader, valve, plain) = mock {
                let reader = Reader(container)
                return (reader, reader.valve, reader.plain)
            }
            #expect(journal.entries == ["valve ended"])
            #expect(reader.plain === plain)
            #expect(reader.valve !== valve)
            #expect(reader.valve === reader.valve)
            #expect(journal.entries == ["valve ended"])
            ended.increment()
        }
        #expect(ended.count == 1)
        #expect(await eventually { journal.entries == ["valve ended", "valve ended"] })
    }
}
