import Testing
import Wormer

@Suite("A trace reports every lookup", .serialized)
struct TraceTests {
    private let injector = Injector(parent: nil)

    /// The log keeps only events with these interfaces, because other tests run at the same time.
    struct Inner {}
    struct Outer {
        let inner: Inner
    }
    final class Held: Sendable {}

    private final class Log: @unchecked Sendable {
        // Guarded by `lock`.
        private var lines: [String] = []
        private let lock = Lock()

        func append(_ event: TraceEvent) {
            let own: [Any.Type] = [Inner.self, Outer.self, Held.self]
            guard own.contains(where: { $0 == event.interface }) else { return }
            lock.withLock { lines.append("\(event.depth) \(event.interface) \(event.outcome)") }
        }

        var entries: [String] {
            lock.withLock { lines }
        }
    }

    @Test("A trace reports each lookup with its depth and outcome until it is turned off")
    func events() throws {
        let log = Log()
        Injector.trace { log.append($0) }
        defer { Injector.trace(nil) }
        #expect(injector.safeInstance(for: Inner.self) == nil)
        injector.bind(interface: Inner.self, toImplementation: Inner.self, asSingleton: true) { Inner() }
        injector.bind(interface: Outer.self, toImplementation: Outer.self, initializer: Outer.init(inner:))
        _ = injector.instance(for: Outer.self)
        _ = injector.instance(for: Outer.self)
        injector.bind(interface: Inner.self, toImplementation: Inner.self) { throw PlannedFailure(description: "no") }
        #expect(injector.safeInstance(for: Inner.self) == nil)
        Injector.trace(nil)
        _ = injector.safeInstance(for: Outer.self)
        #expect(
            log.entries == [
                "0 Inner notBound",
                "1 Inner created", "0 Outer created",
                "1 Inner cached", "0 Outer created",
                "0 Inner failed",
            ]
        )
    }

    // Defect: an awaited lookup was reported as made unless a singleton existed.
    @Test("An awaited lookup of a scoped or weak instance that exists or is created is reported as cached")
    func waitingForOthers() async throws {
        let log = Log()
        Injector.trace { log.append($0) }
        defer { Injector.trace(nil) }
        injector.bind(Inner.self, lifetime: .scope(.request), to: .make { Inner() })
        try await injector.withScope(.request) { () async throws in
            for _ in 0..<2 { _ = try await injector.asyncInstance(for: Inner.self) }
        }
        injector.bind(Held.self, lifetime: .weak, to: .make { Held() })
        let held: Held = try await injector.asyncInstance()
        #expect(try await injector.asyncInstance(for: Held.self) === held)
        let hasBegun = Gate()
        let mayEnd = Gate()
        injector.bind(
            Outer.self,
            lifetime: .singleton,
            to: .async {
                await hasBegun.open()
                await mayEnd.pass()
                return Outer(inner: Inner())
            }
        )
        async let first = injector.asyncInstance(for: Outer.self)
        await hasBegun.pass()
        async let second = injector.asyncInstance(for: Outer.self)
        await mayEnd.open()
        _ = try await (first, second)
        let made = ["0 Inner created", "0 Inner cached", "0 Held created", "0 Held cached"]
        #expect(log.entries.prefix(4) == made[...])
        #expect(Set(log.entries.dropFirst(4)) == ["0 Outer created", "0 Outer cached"])
    }

    @Test("A trace event prints as one line")
    func line() {
        final class Kept: @unchecked Sendable {
            // Written on this thread only, because events of other tests are left out.
            var text = ""
        }
        struct Once {}
        let kept = Kept()
        Injector.trace { if $0.interface == Once.self { kept.text = "\($0)" } }
        defer { Injector.trace(nil) }
        injector.bind(interface: Once.self, toImplementation: Once.self) { Once() }
        _ = injector.instance(for: Once.self)
        let parts = kept.text.withoutLocations.split(separator: " ")
        #expect(parts.first == "TraceTests.Once" && parts.dropFirst().first == "created")
        #expect(kept.text.withoutLocations.hasSuffix("ns at WormerTests/TraceTests.swift:LINE"))
        injector.bind(interface: Once.self, toImplementation: Once.self) {
            throw PlannedFailure(description: "no network")
        }
        #expect(injector.safeInstance(for: Once.self) == nil)
        #expect(
            kept.text.withoutLocations.replacing(/\d+ ns/, with: "1 ns") == """
                TraceTests.Once failed in 1 ns at WormerTests/TraceTests.swift:LINE - Cannot inject TraceTests.Once: \
                its factory threw PlannedFailure: no network
                """
        )
    }
}

// MARK: - Lifetimes and asynchronous factories

extension TraceTests {
    @Test("A trace reports weak, scoped and shared instances as created or cached")
    func lifetimes() throws {
        // Defect: instances that are not kept in the table were reported as made.
        struct Traced {}
        final class TracedObject {}
        let journal = Journal()
        injector.bind(Traced.self, lifetime: .scope(.request), to: .make { Traced() })
        injector.bind(TracedObject.self, lifetime: .weak, to: .make { TracedObject() })
        Injector.trace { event in
            guard event.interface == Traced.self || event.interface == TracedObject.self else { return }
            journal.note("\(event.interface) \(event.outcome)")
        }
        defer { Injector.trace(nil) }
        let object: TracedObject = injector.instance()
        #expect(object === injector.instance(for: TracedObject.self))
        func open() throws {
            try injector.withScope(.request) { for _ in 0..<2 { _ = injector.instance(for: Traced.self) } }
        }
        try open()
        #expect(
            journal.entries == ["TracedObject created", "TracedObject cached", "Traced created", "Traced cached"]
        )
    }

    // Types of their own, because other tests run at the same time.
    private final class Spring: Sendable {}
    private struct Brook: Sendable { let spring: Spring }
    private struct River: Sendable { let brook: Brook }

    @Test("A trace shows awaited lookups with their depth and outcome")
    func asynchronous() async throws {
        injector.bind(Spring.self, lifetime: .singleton, to: .async { Spring() })
        injector.bind(interface: Brook.self, toImplementation: Brook.self, initializer: Brook.init(spring:))
        injector.bind(River.self, to: .async(River.init(brook:)))
        let lines = Shared<[String]>([])
        Injector.trace { event in
            if [Spring.self, Brook.self, River.self].contains(where: { $0 == event.interface }) {
                lines.change { $0.append("\(event.depth) \(event.interface) \(event.outcome)") }
            }
        }
        defer { Injector.trace(nil) }
        _ = try await injector.asyncInstance(for: River.self)
        _ = injector.safeInstance(for: River.self)
        _ = try await injector.asyncInstance(for: Spring.self)
        injector.bind(Spring.self, to: .async { throw PlannedFailure(description: "no") })
        _ = try? await injector.asyncInstance(for: Brook.self)
        Injector.trace(nil)
        #expect(
            lines.value == [
                "2 Spring created", "1 Brook created", "0 River created",
                "0 River failed",
                "0 Spring cached",
                "1 Spring failed", "0 Brook failed",
            ]
        )
    }

    private final class Ink: Sendable {}
    private final class Pen: Sendable {}
    private final class Letter: Sendable {}
    private final class Mail: Sendable {}

    // Defect: each lookup of the handler called the handler again, until the stack was full.
    @Test("A handler can look up instances, which are not traced, nor recorded as needs of a running factory")
    func handlerLooksUp() async throws {
        injector.bind(Ink.self, lifetime: .singleton, to: .async { Ink() })
        injector.bind(
            Letter.self,
            lifetime: .singleton,
            to: .async { [unowned injector] in
                _ = try await injector.asyncInstance(for: Ink.self)
                return Letter()
            }
        )
        injector.bind(String.self, to: .make { "text" })
        injector.bind(
            Pen.self,
            to: .make { [unowned injector] in
                _ = injector.instance(for: String.self)
                return Pen()
            }
        )
        injector.bind(
            Mail.self,
            to: .make { [unowned injector] in
                _ = injector.instance(for: Letter.self)
                return Mail()
            }
        )
        let traced: [Any.Type] = [Ink.self, Letter.self, Pen.self, Mail.self]
        let lines = Shared<[String]>([])
        Injector.trace { event in
            guard traced.contains(where: { $0 == event.interface }) else {
                return
            }
            lines.change { $0.append("\(event.depth) \(event.interface) \(event.outcome)") }
            #expect(injector.safeInstance(for: Pen.self) != nil)
        }
        defer { Injector.trace(nil) }
        _ = try await injector.asyncInstance(for: Letter.self)
        _ = injector.instance(for: Mail.self)
        Injector.trace(nil)
        #expect(
            lines.value == [
                "1 Ink created", "0 Letter created",
                "1 Letter cached", "0 Mail created",
            ]
        )
        func needs(_ interface: Any.Type) -> [String]? {
            injector.visibleBindings.first { $0.key == Key(interface) }?.recordedNeeds?.keys.map(\.description)
        }
        #expect(needs(Letter.self) == ["TraceTests.Ink"])
        #expect(needs(Mail.self) == ["TraceTests.Letter"])
        #expect(needs(Pen.self) == ["String"])
    }
}
