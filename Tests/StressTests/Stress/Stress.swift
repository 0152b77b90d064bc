// Random calls on many threads, and a model that checks every answer.
//
// usage: Stress [--seconds N] [--threads N] [--iterations N] [--seed N] [--plant WHAT]
//
// --seconds: how long calls are made, in rounds of threads without overrides, of threads with them, and of tasks. What
// checking takes is not counted.
// --iterations: of each thread and round.
// --plant race: a counter is shared without a lock, for ThreadSanitizer to find.
// --plant answer|weak|resolution|scope|ending|decorator|contribution: something is noted wrongly, for the model to find.
//
// Ends with 1 if an answer is wrong or something leaks, with 70 if a round hangs, with what a sanitizer says (66) if it
// finds something.

import Foundation

@main
struct Stress {
    private let seconds = option("seconds").flatMap(Double.init) ?? 10
    private let threads = option("threads").flatMap(Int.init) ?? 8
    private let iterations = option("iterations").flatMap(Int.init) ?? 2_000
    private let seed = option("seed").flatMap(UInt64.init) ?? UInt64.random(in: 0...UInt64.max)
    private let plant = option("plant").flatMap(Plant.init) ?? .nothing

    private static func option(_ name: String) -> String? {
        let arguments = CommandLine.arguments
        guard let index = arguments.firstIndex(of: "--\(name)"), index + 1 < arguments.count else { return nil }
        return arguments[index + 1]
    }

    static func main() {
        exit(Stress().run() ? 0 : 1)
    }

    /// Makes calls, and checks after each round what they were told.
    private func run() -> Bool {
        print("\(threads) threads, \(seconds) s of calls, seed \(seed), planted: \(plant)")
        var totals = Totals()
        repeat {
            let round = Round(number: totals.rounds + Int(seed % 90), iterations: iterations, plant: plant)
            var histories = makeCalls(in: round, seed &+ UInt64(totals.rounds), timing: &totals.seconds)
            totals.add(histories)
            let made = histories.reduce(0) { $0 + $1.instances.count }
            let left = waitForReleases(made - histories.reduce(0) { $0 + $1.released })
            for index in histories.indices {
                lie(plant, in: &histories[index])
            }
            var model = Model(histories)
            model.check()
            if Set(round.strays.all) != Set(histories.flatMap(\.strays)) {
                model.complaints.append("the instances that nobody kept were not ended, or not those")
            }
            guard model.complaints.isEmpty, left == 0 else {
                print(model.complaints.prefix(10).joined(separator: "\n"))
                print("\(model.complaints.count) wrong answers; made \(made), \(left) not released")
                return false
            }
        } while totals.seconds < seconds || totals.rounds < 3
        print(totals)
        return true
    }

    /// Makes a round of calls.
    private func makeCalls(in round: Round, _ seed: UInt64, timing seconds: inout Double) -> [History] {
        let workers = (0..<threads).map { Worker($0, round: round, seed: seed) }
        let hasEnded = DispatchSemaphore(value: 0)
        let watch = Watch(seconds: 120, name: "a round of seed \(seed)")
        let begun = ProcessInfo.processInfo.systemUptime
        for worker in workers {
            nonisolated(unsafe) let worker = worker
            if round.isOfTasks {
                Task.detached {
                    await worker.runAsTask()
                    hasEnded.signal()
                }
                continue
            }
            let thread = Thread {
                worker.run()
                hasEnded.signal()
            }
            thread.stackSize = 8 << 20
            thread.start()
        }
        workers.forEach { _ in hasEnded.wait() }
        seconds += ProcessInfo.processInfo.systemUptime - begun
        workers[0].conclude()
        watch.end()
        return workers.map(\.history)
    }
}
