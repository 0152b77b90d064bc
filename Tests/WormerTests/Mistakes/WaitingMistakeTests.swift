import Testing
import Wormer

@Suite("What a user reads where several tasks request what fails", .serialized)
struct WaitingMistakeTests {
    private let injector = Injector(parent: nil)

    // Defect: a task that had waited for the construction of another read that task's line and path.
    @Test("A task that waited for another's construction reads its own line and path")
    func waiting() async throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        try await underWatchdog { () async throws in
            let slow = SlowExecutor()
            let mayFail = Gate()
            let runs = Shared(0)
            let line = UInt(#line)
            let injector = injector
            injector.bind(
                Mixer.self,
                lifetime: .singleton,
                to: .async { injector in
                    runs.increment()
                    await mayFail.pass()
                    return Mixer(flour: try injector.throwingInstance())
                }
            )
            injector.bind(Bakery.self, to: .using { (mixer: Mixer) in Bakery(oven: GasOven(), mixer: mixer) })
            let first = Task { try await injector.asyncInstance(for: Mixer.self) }
            while runs.value == 0 { await Task.yield() }
            let second = Task(executorPreference: slow) { try await injector.asyncInstance(for: Bakery.self) }
            slow.runWaiting()
            await mayFail.open()
            slow.runAll()
            _ = await first.result
            let error = await #expect(throws: InjectionError.self) { try await second.value }
            #expect(
                error?.description.countingLines(from: line) == """
                    Cannot inject Flour: nothing is bound to it.
                      path          Bakery, requested at WormerTests/WaitingMistakeTests.swift:+14, bound at \
                    WormerTests/WaitingMistakeTests.swift:+11
                                    Mixer, requested at WormerTests/WaitingMistakeTests.swift:+11, bound at \
                    WormerTests/WaitingMistakeTests.swift:+2
                                    Flour, requested at WormerTests/WaitingMistakeTests.swift:+8
                      to do         Bind it before it is requested:
                                    injector.bind(Flour.self, to: .make { <#Flour#> })
                    """
            )
        }
    }

    // Defect: what a task constructs between two shared instances was left out.
    @Test("A cycle through two tasks shows each step of both")
    func cycle() async throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        try await underWatchdog { () async throws in
            let slow = SlowExecutor()
            let mayRequest = Gate()
            let runs = Shared(0)
            let line = UInt(#line)
            let injector = injector
            injector.bind(
                Mixer.self,
                lifetime: .singleton,
                to: .async { injector in
                    runs.increment()
                    await mayRequest.pass()
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
            let first = Task { try await injector.asyncInstance(for: Mixer.self) }
            while runs.value == 0 { await Task.yield() }
            let second = Task(executorPreference: slow) { try await injector.asyncInstance(for: Bakery.self) }
            slow.runWaiting()
            await mayRequest.open()
            let error = await #expect(throws: InjectionError.self) { try await first.value }
            slow.runAll()
            _ = await second.result
            #expect(
                error?.description.countingLines(from: line) == """
                    Cannot inject Mixer: it depends on itself.
                      path          Mixer, requested at WormerTests/WaitingMistakeTests.swift:+21, bound at \
                    WormerTests/WaitingMistakeTests.swift:+2
                                    Bakery, requested at WormerTests/WaitingMistakeTests.swift:+8, bound at \
                    WormerTests/WaitingMistakeTests.swift:+13
                                    Baker, requested at WormerTests/WaitingMistakeTests.swift:+17, bound at \
                    WormerTests/WaitingMistakeTests.swift:+12
                                    Mixer, requested at WormerTests/WaitingMistakeTests.swift:+12, bound at \
                    WormerTests/WaitingMistakeTests.swift:+2
                      to do         Let one of them resolve the other later:
                                    let mixer: Provider<Mixer> = injector.instance()
                    """
            )
        }
    }
}
