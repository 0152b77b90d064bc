import Fusion
import Testing

@Suite("Containers against a naive model", .serialized)
struct ModelTests {
    #if DEBUG
        static let length = 250_000
    #else
        static let length = 1_000_000
    #endif

    private func run(seed: UInt64, length: Int) -> Run {
        withEmptyMain {
            let run = Run(seed: seed, length: length)
            run.proceed()
            return run
        }
    }

    @Test("A long run of random operations gets the model's answer every time")
    func longRun() {
        let run = run(seed: 20_240_607, length: Self.length)
        #expect(run.mismatch == nil, Comment(rawValue: run.mismatch ?? ""))
        #expect(run.overrides > Self.length / 500)
        #expect(run.scopes > Self.length / 500)
        #expect(run.ends > Self.length / 500)
        #expect(run.answers > Self.length / 3)
        #expect(run.deepest == 4)
    }

    @Test("Short runs from an empty container do so too")
    func shortRuns() {
        for seed in 0..<100 as Range<UInt64> {
            let mismatch = run(seed: seed, length: 200).mismatch
            #expect(mismatch == nil, Comment(rawValue: mismatch ?? ""))
        }
    }
}
