import Fusion
import StressModel
import Wormer

/// What all workers of a round share.
///
/// Four kinds of rounds take turns: threads without overrides; threads beside tasks; tasks alone; and threads beside
/// tasks that read one key while others bind it again and again, in a container with thousands of other bindings.
struct Round: Sendable {
    static let kinds = 4
    /// The main container, its child, and one that has neither parent nor child.
    static let containers = 3

    let containers: [Container]
    let hasThreads: Bool
    let hasTasks: Bool
    let isFull: Bool
    /// Overrides that every worker enters now and then, each inside the one before.
    let layers: [SharedLayer]
    /// Where most changes are made.
    let focus: (container: Int, key: Key)
    let badges = Injector.declaringBadges()
    let iterations: Int
    let plant: Plant

    /// Without overrides, some requests take shorter ways.
    var hasOverrides: Bool { !layers.isEmpty }

    /// Whether a container may be emptied: one with thousands of bindings stays full, since describing what was not found
    /// there takes long.
    func mayEmpty(_ container: Int) -> Bool { !isFull || container != 0 }

    init(number: Int, iterations: Int, plant: Plant) {
        let root = Container()
        Container.main = root
        containers = [root, Container(parent: root), Container()]
        let kind = number % Round.kinds
        (hasThreads, hasTasks, isFull) = (kind != 2, kind != 0, kind == 3)
        layers = SharedLayer.nested(kind == 0 ? 0 : 3)
        // Every container comes with every key, in rounds of each kind.
        let turn = number / Round.kinds
        focus = (isFull ? turn % 2 : turn % Round.containers, Key.allCases[turn * 7 % Key.allCases.count])
        self.iterations = isFull ? iterations / 4 : iterations
        self.plant = plant
        if isFull {
            Filler.bindAll(in: root)
        }
    }
}

/// An override that several workers enter.
///
/// The public `Container.mock` creates an override that no other thread can enter; nothing else here is not public.
struct SharedLayer: Sendable {
    private let layer = Layer()

    /// Creates overrides, each inside the one before.
    static func nested(_ count: Int) -> [SharedLayer] {
        guard count > 0 else { return [] }
        let outermost = SharedLayer()
        return [outermost] + Layer.$current.withValue(outermost.layer) { nested(count - 1) }
    }

    func enter(_ body: () -> Void) {
        Layer.$current.withValue(layer, operation: body)
    }

    func enter(isolation: isolated (any Actor)? = #isolation, _ body: () async -> Void) async {
        await Layer.$current.withValue(layer, operation: body)
    }
}
