import Fusion
import StressModel
import Wormer

/// The state that all workers of a round share.
///
/// Rounds of five kinds alternate: threads without overrides, threads beside tasks, tasks alone, threads beside tasks
/// that read one key while others bind it again and again, in a container with thousands of other bindings, and threads
/// beside tasks that replace the main container.
struct Round: Sendable {
    static let kinds = 5
    /// The main container, its child, and a container without parent and child.
    static let containers = 3

    let containers: [Container]
    let hasThreads: Bool
    let hasTasks: Bool
    let isFull: Bool
    let replacesMain: Bool
    /// The overrides that every worker enters occasionally, each nested in the previous one.
    let layers: [SharedLayer]
    /// The container and the key of most changes.
    let focus: (container: Int, key: Key)
    let badges = Injector.declaringBadges()
    let reservoir = Reservoir()
    let scopes = SharedScopes()
    let iterations: Int
    let plant: Plant
    let lasting: Lasting?

    /// Whether overrides exist.
    ///
    /// Without them, some requests take a faster path.
    var hasOverrides: Bool { !layers.isEmpty }

    /// Whether a container can be emptied.
    ///
    /// A container with thousands of bindings stays full, because describing a missing binding there takes long.
    func mayEmpty(_ container: Int) -> Bool { !isFull || container != 0 }

    init(number: Int, iterations: Int, plant: Plant, lasting: Lasting?) {
        let kind = number % Round.kinds
        (hasThreads, hasTasks, isFull, replacesMain) = (kind != 2, kind != 0, kind == 3, kind == 4)
        let root = Container()
        Container.main = root
        containers = [root, Container(parent: root), Container()]
        layers = SharedLayer.nested(kind == 0 ? 0 : 3)
        // Every container is combined with every key, in rounds of each kind.
        let turn = number / Round.kinds
        focus = (isFull ? turn % 2 : turn % Round.containers, Key.allCases[turn * 7 % Key.allCases.count])
        self.iterations = isFull ? iterations / 4 : replacesMain ? iterations * 4 : iterations
        self.plant = plant
        self.lasting = lasting
        if isFull { Filler.bindAll(in: root) }
    }
}

/// An override that several workers enter.
///
/// The public `Container.mock` creates an override that no other thread can enter. The rest of this test uses public
/// API.
final class SharedLayer: @unchecked Sendable {
    // Unchecked because the variable changes only when all workers have ended.
    private var layer: Override? = Override()

    /// Releases the override, which keeps what it has seen outside.
    func release() { layer = nil }

    /// Creates overrides, each nested in the previous one.
    static func nested(_ count: Int) -> [SharedLayer] {
        guard count > 0 else { return [] }
        let outermost = SharedLayer()
        return [outermost] + Context.new { $0.override = outermost.layer }.run { nested(count - 1) }
    }

    func enter(_ body: () -> Void) { Context.new { $0.override = layer }.run(body) }

    func enter(isolation: isolated (any Actor)? = #isolation, _ body: () async -> Void) async {
        await Context.new { $0.override = layer }.run(isolation: isolation, body)
    }
}
