import StressModel

/// The calls of one worker with their answers, in order.
struct History: Sendable {
    enum Kind: Sendable {
        /// The key was bound (or unbound, without a number).
        case write
        /// The key was requested.
        case read
        /// The key was requested while the scope of its binding was not open.
        case closed
        /// Instances of a lifetime were dropped.
        case drop
        /// A decorator was put around the key.
        case decorate
        /// Every contribution was requested; each instance is noted as a read, too.
        case list
        /// A request failed, as the instance could not be constructed, or not without waiting.
        case unanswered
        /// The container was reset; for each key this is a write, too.
        case reset
        /// The container was used in a way that changes nothing, but of which an override takes its snapshot.
        case touch
    }

    /// One call, between two ticks of the clock.
    struct Event: Sendable {
        var kind: Kind
        var container: Int
        var layer: Int
        var key: Key
        var start: Int
        var end = 0
        /// The binding that was registered or that answered, or the decorator; nil for none.
        var number: Int?
        /// The instance, nil if the factory threw or nothing is bound.
        var serial: Int?
        /// The lifetime that was dropped, or whose scope was not open.
        var lifetime = LifetimeName.transient
        /// The outermost request that this one helped to answer, nil if that is not known.
        var root: Int?
        /// The innermost scope that was open, 0 if none was.
        var scope = 0
        /// How long the instance was held for certain.
        var released = 0
        /// The decorators around the instance.
        var marks: [Int] = []
        /// The bindings of the contributions, in order.
        var elements: [Int] = []
    }

    /// One binding.
    struct Binding: Sendable {
        let layer: Int
        let recipe: Recipe
        var start = 0
        var end = Int.max
    }

    /// One instance.
    struct Instance: Sendable {
        let binding: Int
        /// The override in which it was constructed.
        let layer: Int
        let begin: Int
    }

    /// One time that a scope was open.
    struct OpenScope: Sendable {
        let name: LifetimeName
        /// The one around it, 0 if there is none.
        let outer: Int
        /// The instances to be ended with it, in the order of their construction.
        var constructed: [Int] = []
        var isEnding = false
        /// The instances that were ended, in that order.
        var ended: [Int] = []
    }

    var events: [Event] = []
    var bindings: [Binding] = []
    var instances: [Instance] = []
    var scopes: [OpenScope] = []
    var decorators = 0
    /// Each override with the one around it.
    var layers: [(id: Int, outer: Int)] = []
    /// Each container with its parent.
    var containers: [(id: Int, parent: Int)] = []
    var complaints: [String] = []
    var released = 0
}

/// A number that one worker gives out; with `index` it finds the entry in the worker's history.
enum ID {
    static func make(_ thread: Int, _ index: Int) -> Int { (thread + 1) << 32 | index }
    static func thread(_ number: Int) -> Int { (number >> 32) - 1 }
    static func index(_ number: Int) -> Int { number & 0xffff_ffff }
}
