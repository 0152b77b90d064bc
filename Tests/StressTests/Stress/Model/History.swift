/// What one thread did and was told, in its order.
struct History: Sendable {
    enum Kind: Sendable {
        /// The key was bound (or unbound, without a number).
        case write
        /// The key was asked for.
        case read
        /// The key was asked for outside the scope that its binding's instances live in.
        case closed
        /// Instances of a lifetime were dropped.
        case drop
        /// A decorator was put around the key.
        case decorate
        /// An instance of every contribution was asked for; what was given is noted as reads too.
        case list
        /// Something was asked for that could not be made, or not without a wait.
        case unanswered
        /// Everything was taken back; for each key this is a write too.
        case reset
    }

    /// One call, between two ticks of the clock.
    struct Event: Sendable {
        var kind: Kind
        var place: Int
        var world: Int
        var slot: Slot
        var start: Int
        var end: Int
        /// The binding that was made or answered, or the decorator; nil for nothing.
        var number: Int?
        /// The instance that was given, nil if the initializer threw or nothing answered.
        var serial: Int?
        /// The lifetime that was dropped, or whose scope was not open.
        var lifetime = LifetimeName.transient
        /// The outermost request that this one helped to answer, nil if that is not known.
        var root: Int?
        /// The innermost scope that was open, 0 if none was.
        var opening = 0
        /// How long the instance was held for certain.
        var letGo = 0
        /// The decorators around the instance.
        var marks: [Int] = []
        /// The bindings that answered, in the order of their instances.
        var elements: [Int] = []
    }

    /// One binding.
    struct Generation: Sendable {
        let world: Int
        let recipe: Recipe
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

    /// One time that a scope was open.
    struct Opening: Sendable {
        let name: LifetimeName
        /// The one around it, 0 if there is none.
        let outer: Int
        /// The instances that were to be ended with it, in the order of their making.
        var made: [Int] = []
        /// Those that were, in the order in which it was done.
        var ended: [Int] = []
    }

    var events: [Event] = []
    var generations: [Generation] = []
    var instances: [Instance] = []
    var openings: [Opening] = []
    var decorators = 0
    /// The instances that nobody kept, though they had to be ended.
    var strays: [Int] = []
    /// Each override with the one around it.
    var worlds: [(id: Int, outer: Int)] = []
    /// Each injector with its parent.
    var places: [(id: Int, parent: Int)] = []
    var complaints: [String] = []
    var released = 0
}

/// A number that a thread gives out for itself.
enum Number {
    static func make(_ thread: Int, _ index: Int) -> Int { (thread + 1) << 32 | index }
    static func thread(_ number: Int) -> Int { (number >> 32) - 1 }
    static func index(_ number: Int) -> Int { number & 0xffff_ffff }
}
