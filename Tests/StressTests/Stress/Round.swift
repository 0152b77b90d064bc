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
    /// What is changed more often than the rest.
    let focus: (place: Int, slot: Slot)
    let clock = Counter()
    let strays = Strays()
    let iterations: Int
    /// Whether tasks make the calls, some of which wait.
    let isOfTasks: Bool
    let plant: Plant

    init(number: Int, iterations: Int, plant: Plant) {
        let root = Container()
        Container.main = root
        containers = [root, Container(parent: root), Container()]
        sharedWorld = number % 3 != 0 ? World() : nil
        isOfTasks = number % 3 == 2
        // Every place comes with every slot, in rounds of each kind.
        let turn = number / 3
        focus = (turn % Round.places, Slot.allCases[turn * 7 % Slot.allCases.count])
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
    private let override = Layer()

    func enter(_ body: () -> Void) {
        Layer.$current.withValue(override, operation: body)
    }

    func enter(isolation: isolated (any Actor)? = #isolation, _ body: () async -> Void) async {
        await Layer.$current.withValue(override, operation: body)
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
