import Fusion
import TestSupport
import Testing
import WormerGraph

@testable import Wormer

private final class Tile: Sendable {
    let ends = Tally()
}

private struct Shade: Equatable { let depth: Int }

private struct Point: Hashable, Sendable { let x: Double }

extension Wormer.Scope { fileprivate static let screen = Wormer.Scope("unequal.screen") }

extension Container {
    @Provides(.singleton, onEnd: { (tile: Tile) in tile.ends.increment() })
    fileprivate func tile(scale: Double) -> Tile { Tile() }
    @Provides(lifetime: .weak) fileprivate func weakTile(scale: Float) -> Tile { Tile() }
    @Provides(lifetime: .scope(.screen), onEnd: { (tile: Tile) in tile.ends.increment() })
    fileprivate func screenTile(_ point: Point, _ scales: [Double?]) -> Tile { Tile() }
    @Provides(.singleton, onEnd: { (tile: Tile) in tile.ends.increment() })
    fileprivate func lateTile(scale: Double?) async -> Tile {
        await Task.yield()
        return Tile()
    }
}

@Suite("An argument or an identifier that isn't equal to itself", .timeLimit(.minutes(10)))
struct UnequalArgumentTests {
    private let container = Container()

    private var cellCount: Int { container.injector.registry.holders.count }

    @Test("Each call with it gets a singleton of its own, which end() and reset end once")
    func singletons() async throws {
        let tiles = (0..<100).map { _ in container.tile(scale: .nan) }
        let late = await [container.lateTile(scale: .nan), container.lateTile(scale: .nan)]
        #expect(Set((tiles + late).map(ObjectIdentifier.init)).count == 102)
        #expect(container.tile(scale: 1) === container.tile(scale: 1))
        try await container.injector.end()
        #expect((tiles + late).allSatisfy { $0.ends.count == 1 })
        let others = [container.tile(scale: .nan), container.tile(scale: .signalingNaN)]
        container.reset(\.tileProvider)
        try await container.injector.end()
        #expect((tiles + late + others).allSatisfy { $0.ends.count == 1 })
        container.reset(\.lateTileProvider)
        #expect(cellCount < 10)
    }

    @Test("Calls with it in a scope get instances that end with the scope, and weak ones go when nobody holds them")
    func scopedAndWeak() throws {
        let tiles = try container.withScope(.screen) {
            [Point(x: .nan), Point(x: 1)].map { container.screenTile($0, [nil, .nan]) }
                + [container.screenTile(Point(x: 1), [nil])]
        }
        #expect(tiles[0] !== tiles[1] && tiles.allSatisfy { $0.ends.count == 1 })
        for _ in 0..<1_000 { _ = container.weakTile(scale: .nan) }
        #expect(cellCount < 40)
        let held = container.weakTile(scale: .nan)
        #expect(container.weakTile(scale: .nan) !== held)
    }

    @Test("In an override, calls with it get instances that end with the override")
    func overridden() {
        let outside = container.tile(scale: .nan)
        let inside = Container.mock {
            $0.tileProvider = { _ in Tile() }
        } then: {
            [container.tile(scale: .nan), Container.main.tile(scale: .nan), Container.main.tile(scale: 1)]
        }
        #expect(inside.map(\.ends.count) == [1, 1, 1] && outside.ends.count == 0)
    }

    @Test("A contribution with such an identifier is decorated once, also by an override around its lookup")
    func identifiers() throws {
        let injector = container.injector
        injector.contribute(to: Shade.self, id: Double.nan, .make { Shade(depth: 1) })
        injector.contribute(to: Shade.self, id: Double.nan, .make { Shade(depth: 2) })
        #expect(injector.safeInstance(for: Shade.self, id: Double.nan) == nil)
        let depths = Container.mock { _ in
        } then: {
            injector.decorateContributions(to: Shade.self) { base in Shade(depth: base.depth + 10) }
            let shades: [Shade] = injector.instances()
            #expect(injector.graph.nodes.count { $0.interface == "Shade" } == 2)
            return shades.map(\.depth)
        }
        let shades: [Shade] = injector.instances()
        #expect(depths == [11, 12] && shades.map(\.depth) == [1, 2])
    }
}
