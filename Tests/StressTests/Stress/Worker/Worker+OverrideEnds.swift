import Foundation
import Fusion
import StressModel
import Wormer

// Overrides that must end the singletons that they create.

/// A container of singletons with an `onEnd`, which are created in overrides only.
///
/// Each singleton depends on the next one. Half of them are created asynchronously.
struct Reservoir: Sendable {
    static let count = 6

    /// A singleton.
    fileprivate final class Basin: Sendable {
        let serial: Int
        /// The override in which it was created.
        let log: OverrideLog

        init(after dependency: Basin?, in log: OverrideLog) {
            self.log = log
            serial = log.noteCreation(after: dependency)
        }
    }

    fileprivate struct ID: Hashable, Sendable {
        let number: Int
        let isAsync: Bool
    }

    let container = Container()

    init() {
        for number in 0..<Reservoir.count {
            let next = number + 1 < Reservoir.count ? number + 1 : nil
            let make = Factory<Basin>.make { injector in
                let dependency = try next.map {
                    try injector.throwingInstance(for: Basin.self, id: ID(number: $0, isAsync: false))
                }
                return Basin(after: dependency, in: try injector.throwingInstance())
            }
            let makeAsync = Factory<Basin>.async { (injector: Injector) async throws -> Basin in
                var dependency: Basin?
                if let next {
                    dependency = try await injector.asyncInstance(for: Basin.self, id: ID(number: next, isAsync: true))
                }
                await Task.yield()
                return Basin(after: dependency, in: try injector.throwingInstance())
            }
            bind(ID(number: number, isAsync: false), make)
            bind(ID(number: number, isAsync: true), makeAsync)
        }
    }

    private func bind(_ id: ID, _ factory: Factory<Basin>) {
        let noteEnd = { @Sendable [unowned injector = container.injector] (basin: Basin) in
            basin.log.noteEnd(of: basin.serial, isInside: injector.safeInstance(for: OverrideLog.self) === basin.log)
        }
        let ended =
            id.number % 3 == 0
            ? factory.onEnd { basin async throws in
                await Task.yield()
                try Task.checkCancellation()
                noteEnd(basin)
            } : factory.onEnd(noteEnd)
        container.bind(Basin.self, id: id, lifetime: .singleton, to: ended)
    }

    func request(_ number: Int) {
        _ = container.injector.safeInstance(for: Basin.self, id: ID(number: number, isAsync: false))
    }

    func requestAsync(_ number: Int) async {
        _ = try? await container.injector.asyncInstance(for: Basin.self, id: ID(number: number, isAsync: true))
    }
}

/// The singletons of one override.
final class OverrideLog: @unchecked Sendable {
    // Guarded by `lock`.
    private let lock = NSLock()
    /// The serial numbers of the dependencies.
    private var dependencies: [Int?] = []
    private var ended: [Int] = []
    private var endedOutside = 0

    /// Whether a task created singletons after the override had ended, perhaps with a dependency that had ended.
    let hasLateTask: Bool

    init(hasLateTask: Bool = false) { self.hasLateTask = hasLateTask }

    fileprivate func noteCreation(after dependency: Reservoir.Basin?) -> Int {
        lock.withLock {
            // In a nested override, the dependency can belong to the outer one.
            dependencies.append(dependency.flatMap { $0.log === self ? $0.serial : nil })
            return dependencies.count - 1
        }
    }

    fileprivate func noteEnd(of serial: Int, isInside: Bool) {
        lock.withLock {
            ended.append(serial)
            endedOutside += isInside ? 0 : 1
        }
    }

    var isComplete: Bool { lock.withLock { ended.count >= dependencies.count } }

    var endedCount: Int { lock.withLock { ended.count } }

    /// Reverses the order of the ends, for the checker to find.
    func falsify() { lock.withLock { ended.reverse() } }

    /// The mistake, if there is one: each singleton ends once, inside its override, and before its dependency.
    var complaint: String? {
        lock.withLock {
            var places: [Int: Int] = [:]
            for (place, serial) in ended.enumerated() { places[serial] = place }
            let isOrdered = dependencies.indices.allSatisfy { serial in
                dependencies[serial].map { places[serial] ?? .max < places[$0] ?? -1 } ?? true
            }
            guard places.count == dependencies.count, ended.count == places.count, endedOutside == 0,
                isOrdered || hasLateTask
            else {
                return "an override ended \(ended), \(endedOutside) of them outside; dependencies \(dependencies)"
            }
            return nil
        }
    }
}

extension Worker {
    private func beginOverride(hasLateTask: Bool = false) -> OverrideLog {
        let log = OverrideLog(hasLateTask: hasLateTask)
        history.overrides.append(log)
        return log
    }

    /// Creates singletons in an override, and in an override inside it.
    ///
    /// From the first `onEnd` that must be awaited, a task ends them, for which the round waits.
    func checkOverrideEnds(depth: Int = 0) {
        guard round.hasOverrides else { return }
        let log = beginOverride()
        let reservoir = round.reservoir
        reservoir.container.mock {
            $0.injector.bind(OverrideLog.self, to: .value(log))
        } then: {
            for _ in 0..<below(3) { reservoir.request(below(Reservoir.count)) }
            if depth < 2, oneIn(2) { checkOverrideEnds(depth: depth + 1) }
            for _ in 0..<below(2) { reservoir.request(below(Reservoir.count)) }
        }
    }

    /// Creates singletons in child tasks of an override, which may be cancelled, and in a task that outlives it.
    func checkOverrideEndsAsync() async {
        guard round.hasOverrides else { return }
        let log = beginOverride(hasLateTask: oneIn(4))
        let reservoir = round.reservoir
        let (numbers, isCancelled) = ((0..<4).map { _ in below(Reservoir.count) }, oneIn(4))
        let override = Task { () async -> Task<Void, Never>? in
            await reservoir.container.mock {
                $0.injector.bind(OverrideLog.self, to: .value(log))
            } then: {
                if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
                await withTaskGroup(of: Void.self) { group in
                    for number in numbers.dropFirst() { group.addTask { await reservoir.requestAsync(number) } }
                }
                reservoir.request(numbers[0])
                return log.hasLateTask ? Task { await reservoir.requestAsync(numbers[0]) } : nil
            }
        }
        let late = await override.value
        if let late {
            await late.value
        } else if let complaint = log.complaint {
            complain(complaint)
        }
    }
}
