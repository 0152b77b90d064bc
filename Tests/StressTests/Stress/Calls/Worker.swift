import CStress
import Fusion
import Wormer

/// One thread's random calls; it notes what it did and what it was told.
final class Worker {
    // Used by its own thread only, and by the main thread when that has ended.
    private(set) var history = History()
    private let number: Int
    private let round: Round
    private var random: UInt64
    private var world = 0
    private var depth = 0
    private var isReleasing = false
    /// What may be asked for now.
    ///
    /// An initializer asks only for slots after its own, so that no cycle is right; so does the deinit of what an
    /// initializer lets go.
    private var askable = Slot.allCases[...]
    nonisolated(unsafe) private static var plantedCounter = 0

    init(_ number: Int, round: Round, seed: UInt64) {
        self.number = number
        self.round = round
        random = seed &+ UInt64(number) &* 0x9e37_79b9_7f4a_7c15
    }

    /// The worker of the current thread.
    static var current: Worker? {
        stress_get_worker().map { Unmanaged<Worker>.fromOpaque($0).takeUnretainedValue() }
    }

    func run() {
        asCurrent {
            for _ in 0..<round.iterations {
                step(at: below(Round.places))
            }
        }
    }

    private func asCurrent(_ body: () -> Void) {
        stress_set_worker(Unmanaged.passUnretained(self).toOpaque())
        defer { stress_set_worker(nil) }
        body()
    }

    private func below(_ bound: Int) -> Int {
        // Splitmix64.
        random &+= 0x9e37_79b9_7f4a_7c15
        var mixed = random
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }

    private func step(at place: Int) {
        // The root has four names.
        let isRoot = place == 0
        let container = isRoot && below(4) == 0 ? Container.main : round.containers[place]
        let injector = isRoot && below(2) == 0 ? Injector.default : container.injector
        let slot = Slot.allCases[below(Slot.allCases.count)]
        // Half of the threads do little but ask, so that tables are read all the time.
        switch number % 2 == 0 && below(8) != 0 ? 100 : below(100) {
        case 0..<8: bind(slot, in: container, place)
        case 8..<10: unbind(slot, in: injector, place)
        case 10: reset(injector, place)
        case 11..<14: drop(below(2) == 0 ? .singleton : .session, in: container, place)
        case 14..<18: enterAnOverride()
        case 18..<21: visitAChild(of: container, place)
        default: resolveAny(in: injector, place)
        }
    }

    // MARK: - Calls

    private func bind(_ slot: Slot, in container: Container, _ place: Int) {
        let lifetime = [LifetimeName.transient, .singleton, .singleton, .session][below(4)]
        let generation = Number.make(number, history.generations.count)
        history.generations.append(.init(place: place, world: world, slot: slot, lifetime: lifetime))
        let isNeedy = below(3) == 0
        let refuses = below(4) == 0
        let start = round.clock.tick()
        slot.bind(lifetime.scope, in: container) { container in
            // The thread that asks, not the one that binds.
            try Worker.current!.make(generation, slot, isNeedy, refuses, in: container.injector, place)
        }
        let end = round.clock.tick()
        history.generations[Number.index(generation)].start = start
        history.generations[Number.index(generation)].end = end
        note(.write, place, slot, start, end, generation)
    }

    private func unbind(_ slot: Slot, in injector: Injector, _ place: Int) {
        let start = round.clock.tick()
        slot.unbind(in: injector)
        note(.write, place, slot, start, round.clock.tick(), nil)
    }

    private func reset(_ injector: Injector, _ place: Int) {
        let start = round.clock.tick()
        injector.reset()
        let end = round.clock.tick()
        for slot in Slot.allCases {
            note(.write, place, slot, start, end, nil)
        }
    }

    private func drop(_ lifetime: LifetimeName, in container: Container, _ place: Int) {
        let start = round.clock.tick()
        container.reset(lifetime.scope)
        note(.drop, place, .alpha, start, round.clock.tick(), nil)
        history.events[history.events.count - 1].lifetime = lifetime
    }

    private func enterAnOverride() {
        guard let sharedWorld = round.sharedWorld, depth < 2 else { return }
        let outer = world
        let isShared = outer == 0 && below(3) == 0
        if isShared {
            world = Round.sharedWorld
        } else {
            world = Number.make(number, history.worlds.count)
            history.worlds.append((world, outer))
        }
        depth += 1
        (isShared ? sharedWorld : World()).enter {
            for _ in 0..<8 {
                step(at: below(Round.places))
            }
            // Now: what goes with the override calls the injector when this thread has left it.
            world = outer
            depth -= 1
        }
    }

    private func visitAChild(of container: Container, _ place: Int) {
        let child = Container(parent: container)
        let childPlace = Number.make(number, history.places.count)
        history.places.append((childPlace, place))
        bind(Slot.allCases[below(Slot.allCases.count)], in: child, childPlace)
        for _ in 0..<4 {
            resolveAny(in: child.injector, childPlace)
        }
        drop(.singleton, in: child, childPlace)
        resolveAny(in: child.injector, childPlace)
    }

    private func resolveAny(in injector: Injector, _ place: Int) {
        if !askable.isEmpty {
            resolve(askable[askable.startIndex + below(askable.count)], in: injector, place)
        }
    }

    private func resolve(_ slot: Slot, in injector: Injector, _ place: Int) {
        let start = round.clock.tick()
        do throws(InjectionError) {
            let product = try slot.resolve(in: injector)
            let end = round.clock.tick()
            if product.slot != slot || product.serial < 0 {
                complain("asked for slot \(slot), got \(product.serial) of slot \(product.slot)")
            }
            note(.read, place, slot, start, end, product.generation, product.serial)
        } catch {
            let end = round.clock.tick()
            switch error.reason {
            case .notBound: note(.read, place, slot, start, end, nil)
            case .initializerThrew(let refusal as Refusal):
                note(.read, place, slot, start, end, refusal.generation)
            default: complain("slot \(slot): \(error)")
            }
        }
        if round.plant == .race {
            Worker.plantedCounter += 1
        }
    }

    // MARK: - Called back

    private func make(
        _ generation: Int,
        _ slot: Slot,
        _ isNeedy: Bool,
        _ refuses: Bool,
        in injector: Injector,
        _ place: Int
    ) throws -> Product {
        let begin = round.clock.tick()
        let outside = askable
        askable = Slot.allCases[(slot.rawValue + 1)...]
        defer { askable = outside }
        if isNeedy {
            resolveAny(in: injector, place)
        }
        if refuses, below(2) == 0 {
            throw Refusal(generation: generation)
        }
        let serial = Number.make(number, history.instances.count)
        history.instances.append(.init(generation: generation, world: world, begin: begin))
        return Product(serial: serial, generation: generation, slot: slot)
    }

    /// Counts an instance that goes, and now and then calls the injector while it does.
    func noteRelease(of product: Product) {
        guard product.serial >= 0 else { return }
        history.released += 1
        guard !isReleasing, below(8) == 0 else { return }
        isReleasing = true
        resolveAny(in: round.containers[0].injector, 0)
        isReleasing = false
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

    // MARK: - Notes

    private func note(
        _ kind: History.Kind,
        _ place: Int,
        _ slot: Slot,
        _ start: Int,
        _ end: Int,
        _ generation: Int?,
        _ serial: Int? = nil
    ) {
        history.events.append(
            .init(
                kind: kind,
                place: place,
                world: world,
                slot: slot,
                start: start,
                end: end,
                generation: generation,
                serial: serial
            )
        )
    }

    private func complain(_ text: String) {
        history.complaints.append("thread \(number), override \(world): \(text)")
    }
}
