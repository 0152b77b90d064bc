import Testing
import Wormer

@Suite("Each of several tasks that look up a failing instance gets its own error text", .serialized)
struct WaitingMistakeTests {
    private let injector = Injector(parent: nil)
    private let overlap = Overlap()

    @Test("A task that waited for another task's construction gets its own line and path")
    func waiting() async throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        let line = UInt(#line)
        injector.bind(
            Mixer.self,
            lifetime: .singleton,
            to: .async { [overlap] injector in
                await overlap.begin()
                return Mixer(flour: try injector.throwingInstance())
            }
        )
        injector.bind(Bakery.self, to: .using { (mixer: Mixer) in Bakery(oven: GasOven(), mixer: mixer) })
        let (_, second) = await overlap.results(
            of: { [injector] in _ = try await injector.asyncInstance(for: Mixer.self) },
            and: { [injector] in _ = try await injector.asyncInstance(for: Bakery.self) }
        )
        let text = try message(from: line) { try second.get() }
        #expect(
            text == """
                Cannot inject Flour: nothing is bound to it.
                  path          Bakery, looked up at WormerTests/WaitingMistakeTests.swift:+12, bound at \
                WormerTests/WaitingMistakeTests.swift:+9
                                Mixer, looked up at WormerTests/WaitingMistakeTests.swift:+9, bound at \
                WormerTests/WaitingMistakeTests.swift:+1
                                Flour, looked up at WormerTests/WaitingMistakeTests.swift:+6
                  to do         Bind it before it is resolved:
                                injector.bind(Flour.self, to: .make { <#Flour#> })
                """
        )
    }

    @Test("The path of a cycle through two tasks shows each step of both tasks")
    func cycle() async throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        let line = UInt(#line)
        injector.bind(
            Mixer.self,
            lifetime: .singleton,
            to: .async { [overlap] injector in
                await overlap.begin()
                _ = try await injector.asyncInstance(for: Bakery.self)
                return Mixer(flour: Flour())
            }
        )
        injector.bind(Baker.self, to: .async { Baker(name: "\(try await $0.asyncInstance(for: Mixer.self))") })
        injector.bind(
            Bakery.self,
            lifetime: .singleton,
            to: .async { injector in
                _ = try await injector.asyncInstance(for: Baker.self)
                return Bakery(oven: GasOven(), mixer: Mixer(flour: Flour()))
            }
        )
        let (first, _) = await overlap.results(
            of: { [injector] in _ = try await injector.asyncInstance(for: Mixer.self) },
            and: { [injector] in _ = try await injector.asyncInstance(for: Bakery.self) }
        )
        let text = try message(from: line) { try first.get() }
        #expect(
            text == """
                Cannot inject Mixer: it depends on itself.
                  path          Mixer, looked up at WormerTests/WaitingMistakeTests.swift:+20, bound at \
                WormerTests/WaitingMistakeTests.swift:+1
                                Bakery, looked up at WormerTests/WaitingMistakeTests.swift:+6, bound at \
                WormerTests/WaitingMistakeTests.swift:+11
                                Baker, looked up at WormerTests/WaitingMistakeTests.swift:+15, bound at \
                WormerTests/WaitingMistakeTests.swift:+10
                                Mixer, looked up at WormerTests/WaitingMistakeTests.swift:+10, bound at \
                WormerTests/WaitingMistakeTests.swift:+1
                  to do         Let one of them take a parameter 'mixer: Provider<Mixer>', and call it later.
                """
        )
    }
}

/// Two requests.
///
/// The second waits for the construction of the first before that continues.
private struct Overlap: Sendable {
    private let mayGoOn = Gate()
    private let runs = Shared(0)

    /// Starts the construction of the first request and returns once the second request waits for it.
    func begin() async {
        runs.increment()
        await mayGoOn.pass()
    }

    /// Runs the requests and returns their results.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func results(
        of first: @escaping @Sendable () async throws -> Void,
        and second: @escaping @Sendable () async throws -> Void
    ) async -> (Result<Void, any Error>, Result<Void, any Error>) {
        await underWatchdog {
            let slow = SlowExecutor()
            let first = Task(operation: first)
            while runs.value == 0 { await Task.yield() }
            let second = Task(executorPreference: slow, operation: second)
            slow.runWaiting()
            await mayGoOn.open()
            let result = await first.result
            slow.runAll()
            return (result, await second.result)
        }
    }
}
