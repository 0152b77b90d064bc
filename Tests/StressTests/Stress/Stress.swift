// Random calls from many threads and tasks, whose results are checked.
//
// usage: Stress [--seconds N] [--threads N] [--iterations N] [--seed N] [--lasting N] [--patience N] [--plant WHAT]
//        [--exact N]
//
// --seconds: the duration of the calls, in rounds of five kinds (see Round.swift), without the time for checking.
// --threads: the number of threads and tasks together.
// --iterations: the number of calls of each thread and round.
// --lasting: the number of further bindings during the whole run, at the end of which the memory must be flat.
// --patience: the seconds without a call, of any thread, after which a round hangs.
// --exact: makes N operations on one thread instead, whose results are compared with the model's.
// --plant race: shares a counter without a lock, for ThreadSanitizer to find.
// --plant leak: retains a container in each round, for the comparison of the memory to find.
// --plant freed: uses an injector that a factory received after the factory has ended, for AddressSanitizer to find.
// --plant task: binds an instance that a task creates with a longer lifetime, for the checks to find.
// --plant answer|weak|resolution|scope|begun|handle|ending|override|decorator|contribution: falsifies a result, for the
// checker to find.
//
// The exit code is 1 if a result is wrong, an instance leaks or the memory grows, 70 if a round hangs, and the exit code
// of a sanitizer (66) if that reports an error.

import CStress
import Foundation
import StressModel

@main
struct Stress {
    private let seconds = option("seconds").flatMap(Double.init) ?? 10
    private let threads = option("threads").flatMap(Int.init) ?? 8
    private let iterations = option("iterations").flatMap(Int.init) ?? 2_000
    private let seed = option("seed").flatMap(UInt64.init) ?? UInt64.random(in: 0...UInt64.max)
    private let lasting = option("lasting").flatMap(Int.init).map(Lasting.init)
    private let patience = option("patience").flatMap(Int.init) ?? 10
    private let plant = option("plant").flatMap(Plant.init) ?? .nothing

    private let exact = option("exact").flatMap(Int.init)

    private static func option(_ name: String) -> String? {
        let arguments = CommandLine.arguments
        guard let index = arguments.firstIndex(of: "--\(name)"), index + 1 < arguments.count else { return nil }
        return arguments[index + 1]
    }

    static func main() {
        CallingIdentifier.callBack = { isRelease in isRelease ? Worker.ofThread?.callBack() : Worker.callBackInTurn() }
        // The main thread runs what belongs to the main actor.
        let thread = Thread { exit(Stress().run() ? 0 : 1) }
        thread.stackSize = 8 << 20
        thread.start()
        dispatchMain()
    }

    /// Makes calls, and checks the results after each round.
    private func run() -> Bool {
        if let exact {
            let run = ExactRun(seed: seed, length: exact)
            print(run.mismatch ?? "\(exact) operations, seed \(seed), every answer right")
            return run.mismatch == nil
        }
        print("\(threads) threads, \(seconds) s of calls, seed \(seed), planted: \(plant)")
        var totals = Totals()
        var memory = Memory(seconds: seconds)
        repeat {
            guard isRoundRight(&totals) else { return false }
            if plant == .leak { Plant.leak() }
            if let lasting {
                guard lasting.settle() else {
                    print("a lasting binding is missing")
                    return false
                }
                memory.measure(after: totals.seconds / seconds)
            }
        } while totals.seconds < seconds || totals.rounds < Round.kinds
        print(totals)
        return lasting == nil || memory.isFlat()
    }

    /// Makes a round of calls and checks the results.
    private func isRoundRight(_ totals: inout Totals) -> Bool {
        let number = totals.rounds + Int(seed % 120)
        let round = Round(number: number, iterations: iterations, plant: plant, lasting: lasting)
        var histories = makeCalls(in: round, seed &+ UInt64(totals.rounds), timing: &totals.seconds)
        totals.add(histories)
        let made = histories.reduce(0) { $0 + $1.instances.count + $1.mains }
        let left = waitForReleases(made - histories.reduce(0) { $0 + $1.released })
        for index in histories.indices { plant.falsify(&histories[index]) }
        var checker = HistoryChecker(histories)
        checker.complaints += round.scopes.complaints
        checker.check()
        guard checker.complaints.isEmpty, left == 0 else {
            print(checker.complaints.prefix(10).joined(separator: "\n"))
            print("\(checker.complaints.count) wrong answers; \(made) instances, \(left) not released")
            return false
        }
        return true
    }

    /// Makes a round of calls.
    private func makeCalls(in round: Round, _ seed: UInt64, timing seconds: inout Double) -> [History] {
        let workers = (0..<threads).map { Worker($0, round: round, seed: seed) }
        if round.isFull { workers[0].bindAll() }
        let hasEnded = DispatchSemaphore(value: 0)
        let watch = Watch(seconds: patience, name: "a round of seed \(seed)")
        let begun = ProcessInfo.processInfo.systemUptime
        for worker in workers {
            nonisolated(unsafe) let worker = worker
            if worker.isTask {
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
        // Some overrides end in tasks of their own.
        for log in workers.flatMap(\.history.overrides) { while !log.isComplete { usleep(100) } }
        Task {
            await round.scopes.conclude()
            hasEnded.signal()
        }
        hasEnded.wait()
        workers[0].conclude()
        watch.end()
        return workers.map(\.history)
    }

    /// Waits for the tasks of the library that release the last instances of a round.
    ///
    /// - Returns: The number of instances that remain.
    private func waitForReleases(_ count: Int) -> Int {
        for released in 0..<max(count, 0)
        where Recipe.releasedElsewhere.wait(timeout: .now() + .seconds(10)) == .timedOut { return count - released }
        return 0
    }
}

/// Ends the process if nobody has made a call for a while, however long the round takes.
private final class Watch: Sendable {
    private let isDone = DispatchSemaphore(value: 0)

    init(seconds: Int, name: String) {
        Thread.detachNewThread { [isDone] in
            var last = stress_tick()
            while isDone.wait(timeout: .now() + .seconds(seconds)) == .timedOut {
                let tick = stress_tick()
                if tick == last + 1 {
                    FileHandle.standardError.write(Data("HANGS, no call for \(seconds) s: \(name)\n".utf8))
                    exit(70)
                }
                last = tick
            }
        }
    }

    func end() { isDone.signal() }
}
