import Testing
import Wormer

@Suite("A trace reports every lookup", .serialized)
struct TraceTests {
    private let injector = Injector(parent: nil)

    /// Runs `body` under a trace, and returns the events with interfaces of this suite: other tests run at the same time.
    private func traced(
        also handler: @escaping @Sendable () -> Void = {},
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Void
    ) async rethrows -> [String] {
        let journal = Journal()
        Injector.trace { event in
            guard String(reflecting: event.interface).hasPrefix("WormerTests.TraceTests.") else { return }
            journal.note("\(event.depth) \(event.interface) \(event.outcome)".replacing("TraceTests.", with: ""))
            handler()
        }
        defer { Injector.trace(nil) }
        try await body()
        return journal.entries
    }
    struct Inner {}
    struct Outer { let inner: Inner }
    final class Held: Sendable {}

    @Test("A trace reports each lookup with its depth and outcome until it is turned off")
    func events() async {
        let events = await traced {
            #expect(injector.safeInstance(for: Inner.self) == nil)
            injector.bind(interface: Inner.self, toImplementation: Inner.self, asSingleton: true) { Inner() }
            injector.bind(interface: Outer.self, toImplementation: Outer.self, initializer: Outer.init(inner:))
            for _ in 0..<2 { _ = injector.instance(for: Outer.self) }
            injector.bind(interface: Inner.self, toImplementation: Inner.self) {
                throw PlannedFailure(description: "no")
            }
            #expect(injector.safeInstance(for: Inner.self) == nil)
            Injector.trace(nil)
            _ = injector.safeInstance(for: Outer.self)
        }
        let created = ["1 Inner created", "0 Outer created", "1 Inner cached", "0 Outer created"]
        #expect(events == ["0 Inner notBound"] + created + ["0 Inner failed"])
    }

    @Test("An awaited lookup of a scoped or weak instance that exists or is created is reported as cached")
    func waitingForOthers() async throws {
        injector.bind(Inner.self, lifetime: .scope(.request), to: .make { Inner() })
        injector.bind(Held.self, lifetime: .weak, to: .make { Held() })
        let (hasBegun, mayEnd) = (Gate(), Gate())
        injector.bindAsync(Outer.self, lifetime: .singleton) {
            await hasBegun.open()
            await mayEnd.pass()
            return Outer(inner: Inner())
        }
        let events = try await traced {
            try await injector.withScope(.request) { () async throws in
                for _ in 0..<2 { _ = try await injector.asyncInstance(for: Inner.self) }
            }
            let held: Held = try await injector.asyncInstance()
            #expect(try await injector.asyncInstance(for: Held.self) === held)
            async let first = injector.asyncInstance(for: Outer.self)
            await hasBegun.pass()
            async let second = injector.asyncInstance(for: Outer.self)
            await mayEnd.open()
            _ = try await (first, second)
        }
        #expect(events.prefix(4) == ["0 Inner created", "0 Inner cached", "0 Held created", "0 Held cached"])
        #expect(Set(events.dropFirst(4)) == ["0 Outer created", "0 Outer cached"])
    }

    @Test("A handler takes the same of the stack, however many lookups came before")
    func depthOfStack() async {
        injector.bind(Inner.self, lifetime: .singleton, to: .make { Inner() })
        _ = injector.instance(for: Inner.self)
        let addresses = Shared<Set<UInt>>([])
        let handler: @Sendable () -> Void = {
            var local = 0
            withUnsafeMutablePointer(to: &local) { address in
                addresses.change { _ = $0.insert(UInt(bitPattern: address)) }
            }
        }
        let events = await traced(also: handler) {
            for _ in 0..<100 { _ = injector.instance(for: Inner.self) }
        }
        #expect(events.count == 100)
        #expect(addresses.value.count == 1)
    }

    @Test("A trace event prints as one line")
    func line() {
        struct Once {}
        let kept = Shared("")
        Injector.trace { event in if event.interface == Once.self { kept.change { $0 = "\(event)" } } }
        defer { Injector.trace(nil) }
        injector.bind(interface: Once.self, toImplementation: Once.self) { Once() }
        _ = injector.instance(for: Once.self)
        let parts = kept.value.withoutLocations.split(separator: " ")
        #expect(parts.first == "TraceTests.Once" && parts.dropFirst().first == "created")
        #expect(kept.value.withoutLocations.hasSuffix("ns at WormerTests/TraceTests.swift:LINE"))
        injector.bind(interface: Once.self, toImplementation: Once.self) {
            throw PlannedFailure(description: "no network")
        }
        #expect(injector.safeInstance(for: Once.self) == nil)
        #expect(
            kept.value.withoutLocations.replacing(/\d+ ns/, with: "1 ns") == """
                TraceTests.Once failed in 1 ns at WormerTests/TraceTests.swift:LINE - Cannot inject TraceTests.Once: \
                its factory threw PlannedFailure: no network
                """
        )
    }
}

// MARK: - Lifetimes and asynchronous factories

extension TraceTests {
    @Test("A trace reports weak, scoped and shared instances as created or cached")
    func lifetimes() async throws {
        injector.bind(Inner.self, lifetime: .scope(.request), to: .make { Inner() })
        injector.bind(Held.self, lifetime: .weak, to: .make { Held() })
        let events = try await traced {
            let held: Held = injector.instance()
            #expect(held === injector.instance(for: Held.self))
            try await injector.withScope(.request) { for _ in 0..<2 { _ = injector.instance(for: Inner.self) } }
        }
        #expect(events == ["0 Held created", "0 Held cached", "0 Inner created", "0 Inner cached"])
    }

    private final class Spring: Sendable {}
    private struct Brook: Sendable { let spring: Spring }
    private struct River: Sendable { let brook: Brook }

    @Test("A trace shows awaited lookups with their depth and outcome")
    func asynchronous() async throws {
        injector.bind(Spring.self, lifetime: .singleton, to: .async { Spring() })
        injector.bind(interface: Brook.self, toImplementation: Brook.self, initializer: Brook.init(spring:))
        injector.bind(River.self, to: .async(River.init(brook:)))
        let events = try await traced {
            _ = try await injector.asyncInstance(for: River.self)
            _ = injector.safeInstance(for: River.self)
            _ = try await injector.asyncInstance(for: Spring.self)
            injector.bind(Spring.self, to: .async { throw PlannedFailure(description: "no") })
            _ = try? await injector.asyncInstance(for: Brook.self)
        }
        let created = ["2 Spring created", "1 Brook created", "0 River created"]
        #expect(events == created + ["0 River failed", "0 Spring cached", "1 Spring failed", "0 Brook failed"])
    }

    @Test("A trace event names the construction around it, across tasks and threads, and where and when it ran")
    func parents() async throws {
        injector.bind(Spring.self, lifetime: .singleton, to: .async { Spring() })
        injector.bind(Brook.self, to: .onMainActor { Brook(spring: Spring()) })
        injector.bind(Inner.self, to: .make { Inner() })
        injector.bindAsync(River.self, lifetime: .singleton) { [injector] in
            _ = injector.instance(for: Inner.self)
            async let spring = injector.asyncInstance(for: Spring.self)
            let brook: Brook = try await injector.asyncInstance()
            _ = try await spring
            await Task.detached { _ = injector.instance(for: Inner.self) }.value
            return River(brook: brook)
        }
        injector.bind(Outer.self, to: .async { (_: River) in Outer(inner: Inner()) })
        let events = Shared<[TraceEvent]>([])
        Injector.trace { event in
            guard String(reflecting: event.interface).hasPrefix("WormerTests.TraceTests.") else { return }
            events.change { $0.append(event) }
        }
        defer { Injector.trace(nil) }
        _ = try await injector.asyncInstance(for: Outer.self)
        let names = Dictionary(uniqueKeysWithValues: events.value.map { ($0.id, "\($0.interface)") })
        let lines = events.value.map { event in
            let parent = event.parentID.flatMap { names[$0] } ?? "nobody"
            let place = event.isOnMainThread ? "main" : event.thread == nil ? "task" : "thread"
            return "\(event.interface) for \(parent) in \(place)\(event.isAwaited ? ", awaited" : "")"
        }
        #expect(
            lines.sorted() == [
                "Brook for River in main, awaited", "Inner for River in thread", "Inner for nobody in thread",
                "Outer for nobody in task, awaited", "River for Outer in task, awaited",
                "Spring for River in task, awaited",
            ]
        )
        for event in events.value {
            let end = event.beginningInNanoseconds + event.durationInNanoseconds
            let parent = events.value.first { $0.id == event.parentID } ?? event
            #expect(parent.beginningInNanoseconds <= event.beginningInNanoseconds)
            #expect(end <= parent.beginningInNanoseconds + parent.durationInNanoseconds)
            // Only the hop to the main actor is a wait.
            #expect(event.waitingInNanoseconds == 0)
            #expect((event.waitingForActorInNanoseconds > 0) == (event.interface == Brook.self))
            #expect(event.waitingForActorInNanoseconds <= event.durationInNanoseconds)
            #expect(event.bindingLocation != nil)
        }
    }

    private final class Ink: Sendable {}
    private final class Pen: Sendable {}
    private final class Letter: Sendable {}
    private final class Mail: Sendable {}

    @Test("A handler can look up instances, which are not traced, nor recorded as needs of a running factory")
    func handlerLooksUp() async throws {
        injector.bind(Ink.self, lifetime: .singleton, to: .async { Ink() })
        injector.bindAsync(Letter.self, lifetime: .singleton) { injector in
            _ = try await injector.asyncInstance(for: Ink.self)
            return Letter()
        }
        injector.bind(String.self, to: .make { "text" })
        injector.bindMake(Pen.self) { injector in
            _ = injector.instance(for: String.self)
            return Pen()
        }
        injector.bindMake(Mail.self) { injector in
            _ = injector.instance(for: Letter.self)
            return Mail()
        }
        let events = try await traced(also: { [injector] in _ = injector.instance(for: Pen.self) }) {
            _ = try await injector.asyncInstance(for: Letter.self)
            _ = injector.instance(for: Mail.self)
        }
        #expect(events == ["1 Ink created", "0 Letter created", "1 Letter cached", "0 Mail created"])
        func needs(_ interface: Any.Type) -> [String]? {
            injector.snapshot().bindings.first { $0.binding.key == Key(interface) }?.binding.recordedNeeds?.needs
                .map(\.key.description)
        }
        #expect(needs(Letter.self) == ["TraceTests.Ink"])
        #expect(needs(Mail.self) == ["TraceTests.Letter"])
        #expect(needs(Pen.self) == ["String"])
    }
}
