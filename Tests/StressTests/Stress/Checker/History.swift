import StressModel

/// The calls of one worker with their results, in order.
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
        /// A decorator was added to the key.
        case decorate
        /// Every contribution was requested. Each instance is also recorded as a read.
        case list
        /// A request failed, because the instance could not be constructed, or not synchronously.
        case unanswered
        /// The container was reset. This is also recorded as a write of each key.
        case reset
        /// The container was used without a change, which makes an override take its snapshot.
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
        /// The number of the binding that was registered or that answered, or of the decorator, or nil.
        var number: Int?
        /// The serial number of the instance, or nil if the factory threw or nothing is bound.
        var serial: Int?
        /// The lifetime that was dropped or whose scope was not open.
        var lifetime = LifetimeName.transient
        /// The outermost request that this request belongs to, or nil if it is unknown.
        var root: Int?
        /// The innermost open scope, or 0.
        var scope = 0
        /// The moment until which the instance was certainly held.
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

    /// A period in which a scope was open.
    struct OpenScope: Sendable {
        let name: LifetimeName
        /// The enclosing scope, or 0.
        let outer: Int
        /// The instances to end with the scope, in the order of their construction.
        var constructed: [Int] = []
        var isEnding = false
        /// The ended instances, in the order of their ends.
        var ended: [Int] = []
    }

    /// A call that opens a scope that several workers share.
    struct Period: Sendable {
        enum Name: Sendable { case shift, errand }

        let name: Name
        let isBegun: Bool
        /// The period of the handle around an errand, or 0 if it is inside a shift that had begun.
        let outer: Int
        let start: Int
        /// The moment when the scope was open, or 0 if the call failed.
        var end = 0
    }

    /// A conclusion from the result of a call about a period.
    struct Sight: Sendable {
        enum Kind: Sendable {
            /// The scope was open at some moment of the call.
            case open
            /// The scope was over at some moment of the call.
            case over
            /// The end of the scope had begun at some moment of the call. Nothing opens inside any more, while lookups
            /// find the instances until the scopes inside have ended.
            case ending
            /// No scope with the name had begun at some moment of the call.
            case unseen
            /// The call ended the scope, or released the handle.
            case end
            /// The call ended the scope with the name that had begun.
            case endOfBegun
        }

        let kind: Kind
        let name: Period.Name
        /// The period, or 0 if it is unknown.
        var period: Int
        /// The period in which the scope was found, or nil if it must have begun.
        var outer: Int?
        var start: Int
        var end: Int
    }

    var events: [Event] = []
    var periods: [Period] = []
    var sights: [Sight] = []
    var bindings: [Binding] = []
    var instances: [Instance] = []
    var scopes: [OpenScope] = []
    var decorators = 0
    /// Each override with the enclosing override.
    var layers: [(id: Int, outer: Int)] = []

    /// The overrides that must end what they create.
    var overrides: [OverrideLog] = []
    /// Each container with its parent.
    var containers: [(id: Int, parent: Int)] = []
    var complaints: [String] = []
    var released = 0
    /// The number of main containers that the worker created.
    var mains = 0
}

/// A number that one worker assigns.
///
/// Its `index` selects the entry in the worker's history. The upper bits are the worker's, so that every number is larger
/// than the numbers that all workers share.
enum ID {
    // A number may be the line of a location, which has 32 bits.
    private static let bits = 24

    static func make(_ thread: Int, _ index: Int) -> Int { (thread + 1) << bits | index }
    static func thread(_ number: Int) -> Int { (number >> bits) - 1 }
    static func index(_ number: Int) -> Int { number & ((1 << bits) - 1) }
}
