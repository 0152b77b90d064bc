import CStress
import Fusion
import StressModel
import Wormer

/// The random calls of one thread or task, which records each call with its result.
final class Worker {
    // Used by its own thread only, and by the main thread after that has ended.
    var history = History()
    let number: Int
    let round: Round
    let isTask: Bool
    private var numbers: RandomNumbers

    // The position of the thread.
    var layer = 0
    var layerDepth = 0
    var scope = 0
    var scopeDepth = 0
    /// The scope that is ending.
    var endingScope = 0
    /// The instance that an ending override ended last, or nil if no override is ending.
    var lastEndedWithOverride: Int?
    var isCalledBack = false
    /// Whether the request in progress has begun again, because a binding was replaced.
    var isRepeated = false
    /// The outermost request in progress.
    var root: Int?
    private var lastRoot = 0
    /// The keys that can be requested now.
    var requestable = Key.allCases[...]
    /// The injector that the last factory of a guest received.
    var plantedInjector: Unmanaged<Injector>?
    var held: [(product: Product, event: Int)?] = Array(repeating: nil, count: 8)

    init(_ number: Int, round: Round, seed: UInt64) {
        self.number = number
        self.round = round
        isTask = round.hasTasks && (number % 4 > 1 || !round.hasThreads)
        numbers = RandomNumbers(seed: seed &+ UInt64(number) &* 0x9e37_79b9_7f4a_7c15)
    }

    /// The worker of the current thread, or of the current task.
    static var current: Worker? { ofThread ?? task?.worker }

    static var ofThread: Worker? {
        stress_get_worker().map { Unmanaged<Worker>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Refers to the worker of a task.
    ///
    /// A task that the library starts inherits it, while the worker's own task waits.
    struct Reference: @unchecked Sendable {
        // Used by one task at a time.
        let worker: Worker
    }

    @TaskLocal static var task: Reference?

    func run() {
        asCurrent {
            if round.replacesMain {
                replacingSteps(round.iterations)
            } else {
                steps(round.iterations)
            }
            held.indices.forEach(releaseHeld)
        }
    }

    func runAsTask() async {
        await Worker.$task.withValue(Reference(worker: self)) {
            if round.replacesMain {
                await asyncReplacingSteps(round.iterations / 2)
            } else {
                await asyncSteps(round.iterations / 2)
            }
            held.indices.forEach(releaseHeld)
        }
    }

    /// Binds every key, so that none is missing.
    func bindAll() { asCurrent { for key in Key.allCases { bind(key, in: round.containers[0], 0) } } }

    /// Empties the containers of the round when all threads have ended, and counts the released instances.
    func conclude() {
        asCurrent {
            isCalledBack = true
            // Releases what the workers made the main container.
            Container.main = round.containers[0]
            for container in round.containers { container.injector.unbindAll() }
            round.layers.reversed().forEach { $0.release() }
        }
    }

    private func asCurrent(_ body: () -> Void) {
        stress_set_worker(Unmanaged.passUnretained(self).toOpaque())
        defer { stress_set_worker(nil) }
        body()
    }

    func below(_ limit: Int) -> Int { numbers.below(limit) }
    func oneIn(_ count: Int) -> Bool { numbers.oneIn(count) }
    func element<C: RandomAccessCollection>(of elements: C) -> C.Element { numbers.element(of: elements) }

    func steps(_ count: Int) { for _ in 0..<count { step() } }

    private func step() {
        // Many changes affect one container.
        let isFocused = round.isFull ? !oneIn(3) : oneIn(3)
        let number = isFocused ? round.focus.container : below(Round.containers)
        // The main container is used in four ways.
        let container = number == 0 && oneIn(4) ? Container.main : round.containers[number]
        let injector = number == 0 && oneIn(2) ? Injector.default : container.injector
        let key = isFocused ? round.focus.key : element(of: Key.allCases)
        // Half of the workers mainly read.
        switch self.number % 2 == 0 && !oneIn(8) ? 100 : below(100) {
        case 0..<10: bind(key, in: container, number)
        case 10..<12: unbind(key, in: injector, number)
        case 12: reset(injector, number)
        case 13..<16: drop(element(of: [.singleton, .session, .request]), in: container, number)
        case 16..<19: decorate(key, in: container, number)
        case 19..<23: enterOverride(of: container, number)
        case 23..<27: openScope()
        case 27..<30: createChild(of: container, number)
        case 30: runExactly()
        case 31..<34: checkBadge()
        case 34: checkOverrideEnds()
        case 35..<41: useSharedScopes()
        default: isFocused && round.isFull ? resolve(key, in: injector, number) : resolveAny(in: injector, number)
        }
        if round.isFull { requestFiller(below(Filler.count), below(2)) }
        useLasting()
    }

    func asyncSteps(_ count: Int) async {
        for _ in 0..<count {
            let number = below(Round.containers)
            switch below(20) {
            case 0: await enterOverrideAsync(of: round.containers[number], number)
            case 1: await openScopeAsync()
            case 2: await checkOverrideEndsAsync()
            case 4..<6: await useSharedScopesAsync()
            case 3..<12: step()
            default: await resolveAnyAsync(in: round.containers[number].injector, number)
            }
        }
    }

    /// Makes the calls of the sequential tests, in an override of its own.
    private func runExactly() {
        guard round.hasOverrides, scopeDepth == 0 else { return }
        isCalledBack = true
        defer { isCalledBack = false }
        let start = stress_tick()
        if let mismatch = ExactRun(seed: UInt64(below(.max)), length: 40).mismatch { complain(mismatch) }
        note(.touch, 0, from: start)
    }

    private func requestFiller(_ filler: Int, _ number: Int) {
        let start = stress_tick()
        if !Filler.isFound(filler, in: round.containers[number]) {
            complain("binding \(filler) of many is not found")
        }
        note(.touch, number, from: start)
    }

    // MARK: - Notes

    /// The number of a request that is not part of another one, or nil if that is unknown.
    func nextRoot() -> Int? {
        guard !isCalledBack else { return nil }
        lastRoot += 1
        return ID.make(number, lastRoot)
    }

    func note(
        _ kind: History.Kind,
        _ container: Int,
        _ key: Key = .alpha,
        from start: Int,
        to end: Int? = nil,
        _ change: (inout History.Event) -> Void = { _ in }
    ) {
        var event = History.Event(kind: kind, container: container, layer: layer, key: key, start: start)
        event.end = end ?? stress_tick()
        event.scope = scope
        change(&event)
        history.events.append(event)
    }

    func complain(_ text: String) { history.complaints.append("worker \(number), override \(layer): \(text)") }
}
