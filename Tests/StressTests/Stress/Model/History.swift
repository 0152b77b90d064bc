/// What one thread did and was told, in its order.
struct History: Sendable {
    enum Kind: Sendable {
        /// The key was bound (or unbound, without a generation).
        case write
        /// The key was asked for.
        case read
        /// Instances of a lifetime were dropped.
        case drop
    }

    /// One call, between two ticks of the clock.
    struct Event: Sendable {
        var kind: Kind
        var place: Int
        var world: Int
        var slot: Slot
        var start: Int
        var end: Int
        /// What was bound, or what answered; nil for nothing.
        var generation: Int?
        /// The instance that was given, nil if the initializer threw or nothing answered.
        var serial: Int?
        var lifetime = LifetimeName.transient
    }

    /// One binding.
    struct Generation: Sendable {
        let place: Int
        let world: Int
        let slot: Slot
        let lifetime: LifetimeName
        var start = 0
        var end = Int.max
    }

    /// One instance.
    struct Instance: Sendable {
        let generation: Int
        /// The override in which it was made.
        let world: Int
        let begin: Int
    }

    var events: [Event] = []
    var generations: [Generation] = []
    var instances: [Instance] = []
    /// Each override with the one around it.
    var worlds: [(id: Int, outer: Int)] = []
    /// Each injector with its parent.
    var places: [(id: Int, parent: Int)] = []
    var complaints: [String] = []
    var released = 0
}

enum LifetimeName: Sendable {
    case transient, singleton, session
}

/// A number that a thread gives out for itself.
enum Number {
    static func make(_ thread: Int, _ index: Int) -> Int { (thread + 1) << 32 | index }
    static func thread(_ number: Int) -> Int { (number >> 32) - 1 }
    static func index(_ number: Int) -> Int { number & 0xffff_ffff }
}
