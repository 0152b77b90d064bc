import CStress
import Fusion
import Wormer

/// One thread's random calls; it notes what it did and what it was told.
final class Worker {
    // Used by its own thread only, and by the main thread when that has ended.
    var history = History()
    let number: Int
    let round: Round
    private var random: UInt64

    // Where the thread is.
    var world = 0
    var depth = 0
    var opening = 0
    var openings = 0
    /// The scope that is being ended.
    var closing = 0
    var isReleasing = false
    /// The outermost request that is being answered.
    var root: Int?
    private var lastRoot = 0
    /// What may be asked for now.
    ///
    /// What is called back asks only for slots after the one that was asked for, so that no cycle is right.
    var askable = Slot.allCases[...]
    var held: [(product: Product, event: Int)?] = Array(repeating: nil, count: 8)

    init(_ number: Int, round: Round, seed: UInt64) {
        self.number = number
        self.round = round
        random = seed &+ UInt64(number) &* 0x9e37_79b9_7f4a_7c15
    }

    /// The worker of the current thread, or of the current task.
    static var current: Worker? {
        ofThread ?? task?.worker
    }

    static var ofThread: Worker? {
        stress_get_worker().map { Unmanaged<Worker>.fromOpaque($0).takeUnretainedValue() }
    }

    func run() {
        asCurrent {
            for _ in 0..<round.iterations {
                step()
            }
            for index in held.indices { letGo(index) }
        }
    }

    /// Empties the injectors of the round when all threads have ended, and counts what goes.
    func conclude() {
        asCurrent {
            isReleasing = true
            for container in round.containers {
                container.injector.reset()
                round.sharedWorld?.enter { container.injector.reset() }
            }
        }
    }

    private func asCurrent(_ body: () -> Void) {
        stress_set_worker(Unmanaged.passUnretained(self).toOpaque())
        defer { stress_set_worker(nil) }
        body()
    }

    func below(_ bound: Int) -> Int {
        // Splitmix64.
        random &+= 0x9e37_79b9_7f4a_7c15
        var mixed = random
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }

    func steps(_ count: Int) {
        for _ in 0..<count {
            step()
        }
    }

    func step() {
        // Many changes meet in one place.
        let isFocused = below(3) == 0
        let place = isFocused ? round.focus.place : below(Round.places)
        // The root has four names.
        let isRoot = place == 0
        let container = isRoot && below(4) == 0 ? Container.main : round.containers[place]
        let injector = isRoot && below(2) == 0 ? Injector.default : container.injector
        let slot = isFocused ? round.focus.slot : Slot.allCases[below(Slot.allCases.count)]
        // Half of the threads do little but ask, so that tables are read all the time.
        switch number % 2 == 0 && below(8) != 0 ? 100 : below(100) {
        case 0..<10: bind(slot, in: container, place)
        case 10..<12: unbind(slot, in: injector, place)
        case 12: reset(injector, place)
        case 13..<16: drop(below(2) == 0 ? .singleton : .session, in: container, place)
        case 16..<19: decorate(slot, in: container, place)
        case 19..<23: enterAnOverride()
        case 23..<27: openAScope(of: container)
        case 27..<30: visitAChild(of: container, place)
        default: resolveAny(in: injector, place)
        }
    }

    // MARK: - Notes

    /// A request that is no part of another, nil where it is not known whether it is.
    func nextRoot() -> Int? {
        guard !isReleasing else { return nil }
        lastRoot += 1
        return Number.make(number, lastRoot)
    }

    func note(
        _ kind: History.Kind,
        _ place: Int,
        _ slot: Slot = .alpha,
        from start: Int,
        to end: Int,
        _ change: (inout History.Event) -> Void = { _ in }
    ) {
        var event = History.Event(kind: kind, place: place, world: world, slot: slot, start: start, end: end)
        event.opening = opening
        change(&event)
        history.events.append(event)
    }

    func complain(_ text: String) {
        history.complaints.append("thread \(number), override \(world): \(text)")
    }
}
