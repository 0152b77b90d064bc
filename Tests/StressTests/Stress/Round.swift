import Dispatch
import Fusion
import Wormer

/// What all threads of a round share.
struct Round: Sendable {
    static let places = 3
    static let sharedWorld = 1

    /// A root, which is the main container, its child, and a root of its own.
    let containers: [Container]
    /// An override that every thread enters now and then; nil in a round without overrides.
    ///
    /// While there is an override, and be it elsewhere, no request takes the short way: both kinds of rounds are needed.
    let sharedWorld: World?
    let clock = Counter()
    let strays = Strays()
    let iterations: Int
    let plant: Plant

    init(withOverrides: Bool, iterations: Int, plant: Plant) {
        let root = Container()
        Container.main = root
        containers = [root, Container(parent: root), Container()]
        sharedWorld = withOverrides ? World() : nil
        self.iterations = iterations
        self.plant = plant
    }
}

/// What is made wrong on purpose, so that it is seen to be found.
enum Plant: String, CaseIterable, Sendable {
    case nothing, race, answer, weak, resolution, scope, ending, decorator, contribution
}

/// An override that is entered by whoever holds it.
///
/// In public there is only `Container.mock`, whose override no other thread can enter and which begins with a copy of
/// the main container. This is all that is used of what is not public.
struct World: Sendable {
    private let override = Override()

    func enter(_ body: () -> Void) {
        Override.$current.withValue(override, operation: body)
    }
}

/// The instances that nobody kept and that were ended by a task of the library's.
final class Strays: @unchecked Sendable {
    // Only touched in `queue`.
    private var serials: [Int] = []
    private let queue = DispatchQueue(label: "strays")

    func note(_ serial: Int) {
        queue.sync { serials.append(serial) }
    }

    var all: [Int] {
        queue.sync { serials }
    }
}
