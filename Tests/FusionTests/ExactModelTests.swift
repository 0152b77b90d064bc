import StressModel
import Testing

@Suite("Containers behave like a simple model")
struct ExactModelTests {
    static let length = isRelease ? 1_000_000 : 50_000

    @Test("A long run of random operations returns the results of the model")
    func longRun() {
        let run = ExactRun(seed: 20_240_607, length: Self.length)
        #expect(run.mismatch == nil, Comment(rawValue: run.mismatch ?? ""))
        #expect(run.overrides > Self.length / 500)
        #expect(run.scopes > Self.length / 500)
        #expect(run.ends > Self.length / 500)
        #expect(run.deepestOverride >= 4)
    }

    @Test("Short runs of random operations on an empty container return the results of the model")
    func shortRuns() {
        for seed in 0..<100 as Range<UInt64> {
            let mismatch = ExactRun(seed: seed, length: 200).mismatch
            #expect(mismatch == nil, Comment(rawValue: mismatch ?? ""))
        }
    }

    @Test("Random operations on a container with thousands of other bindings return the results of the model")
    func fullContainers() {
        for seed in 0..<10 as Range<UInt64> {
            let mismatch = ExactRun(seed: seed, length: 300, isFull: true).mismatch
            #expect(mismatch == nil, Comment(rawValue: mismatch ?? ""))
        }
    }
}
