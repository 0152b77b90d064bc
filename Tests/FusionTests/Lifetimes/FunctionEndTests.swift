import Fusion
import TestSupport
import Testing

@testable import Wormer

private final class Pipe: Sendable {
    let name: String
    let ends = Tally()
    init(_ name: String) { self.name = name }
}

private func close(_ pipe: Pipe) { pipe.ends.increment() }

private func closeLater(_ pipe: Pipe) async {
    await Task.yield()
    close(pipe)
}

extension Wormer.Scope { fileprivate static let flow = Wormer.Scope("function.flow") }

extension Container {
    @Provides(.singleton, onEnd: close(_:)) fileprivate func pipe(_ number: Int) -> Pipe { Pipe("declared") }
    @Provides(.singleton, onEnd: close(_:)) fileprivate func onlyPipe() -> Pipe { Pipe("declared") }
    @Provides(lifetime: .scope(.flow), onEnd: close(_:)) fileprivate func flowPipe(_ number: Int) -> Pipe {
        Pipe("declared")
    }
    @Provides(.singleton, onEnd: closeLater(_:)) fileprivate func latePipe(_ number: Int) async -> Pipe {
        Pipe("declared")
    }
    @Provides(lifetime: .weak) fileprivate func weakPipe(_ number: Int) -> Pipe { Pipe("declared") }
}

@Suite("The instances of an assigned function end like those of the declared one")
struct FunctionEndTests {
    private let container = Container()

    @Test("A reset ends them once, and undoes the assignment")
    func reset() async throws {
        container.pipeProvider = { _ in Pipe("assigned") }
        container.onlyPipeProvider = { Pipe("assigned") }
        container.latePipeProvider = { _ in Pipe("assigned") }
        let pipes = await [container.pipe(1), container.pipe(2), container.onlyPipe(), container.latePipe(1)]
        container.reset(\.pipeProvider)
        container.reset(\.onlyPipeProvider)
        #expect(pipes.map(\.name) == Array(repeating: "assigned", count: 4))
        #expect(pipes.prefix(3).map(\.ends.count) == [1, 1, 1])
        container.reset(\.latePipeProvider)
        try await container.injector.end()
        #expect(pipes.map(\.ends.count) == [1, 1, 1, 1])
        let declared = container.pipe(1)
        #expect(declared.name == "declared" && declared.ends.count == 0)
        container.reset(\.pipeProvider)
        #expect(declared.ends.count == 1 && pipes[0].ends.count == 1)
    }

    @Test("A reset of their container scope ends them, the latest first, and undoes the assignment")
    func resetOfScope() {
        let order = Shared<[String]>([])
        container.injector.bind(
            Pipe.self,
            lifetime: .singleton,
            to: .make { Pipe("bound") }.onEnd { pipe in
                order.change { $0.append(pipe.name) }
            }
        )
        container.injector.bind(
            Pipe.self,
            id: "later",
            lifetime: .singleton,
            to: .make { Pipe("later") }.onEnd { pipe in
                order.change { $0.append(pipe.name) }
            }
        )
        let kept: Pipe = container.injector.instance()
        _ = container.injector.instance(for: Pipe.self, id: "later")
        container.pipeProvider = { _ in Pipe("assigned") }
        let (assigned, weak) = (container.pipe(1), container.weakPipe(1))
        container.reset()
        #expect(order.value == ["later", "bound"] && assigned.ends.count == 1 && weak.ends.count == 0)
        #expect(container.pipe(1).name == "declared" && container.weakPipe(1) === weak)
        #expect(container.injector.instance(for: Pipe.self) !== kept)
    }

    @Test("In a scope, a reset or else the end of the scope ends them")
    func scopes() throws {
        container.flowPipeProvider = { _ in Pipe("assigned") }
        let pipes = try container.withScope(.flow) {
            let first = container.flowPipe(1)
            container.reset(\.flowPipeProvider)
            #expect(first.name == "assigned" && first.ends.count == 1)
            return [first, container.flowPipe(1)]
        }
        #expect(pipes.map(\.ends.count) == [1, 1] && pipes[1].name == "declared")
    }

    @Test("In a child with a function of its own, a reset ends the child's instances, and not its parent's")
    func children() {
        let child = Container(parent: container)
        let outer = container.pipe(1)
        child.pipeProvider = { _ in Pipe("assigned") }
        let inner = child.pipe(1)
        #expect(inner.name == "assigned")
        child.reset(\.pipeProvider)
        #expect(inner.ends.count == 1 && child.pipe(1).name == "declared")
        #expect(outer.ends.count == 1 && container.pipe(1) !== outer)
    }

    @Test("In an override, a reset or else the end of the override ends them, and nothing outside")
    func overrides() {
        let outside = Container.main.pipe(1)
        let pipes = Container.mock {
            $0.pipeProvider = { _ in Pipe("mock") }
        } then: {
            let first = Container.main.pipe(1)
            Container.main.reset(\.pipeProvider)
            #expect(first.ends.count == 1)
            Container.main.pipeProvider = { _ in Pipe("another") }
            return [first, Container.main.pipe(1), Container.main.pipe(2)]
        }
        #expect(pipes.map(\.name) == ["mock", "another", "another"])
        #expect(pipes.map(\.ends.count) == [1, 1, 1] && outside.ends.count == 0)
        #expect(Container.main.pipe(1) === outside)
        Container.main.reset(\.pipeProvider)
    }

    @Test("A reset lets the cells of calls go, and so does a search that finds most of them without an instance")
    func cells() {
        let registry = container.injector.registry
        for number in 0..<10_000 { _ = container.pipe(number) }
        #expect(registry.holders.count > 10_000)
        // A reset and a search leave the cells that another test is looking at.
        let left = (1...10).lazy.map { _ in
            container.reset(\.pipeProvider)
            return registry.holders.count
        }
        #expect(left.contains { $0 < 10 })
        var kept = (0..<10_000).map { container.weakPipe($0) }
        kept = []
        let counts = (1...10).lazy.map { round in
            for number in 0..<4_000 { _ = container.weakPipe(20_000 * round + number) }
            return registry.holders.count
        }
        #expect(kept.isEmpty && counts.contains { $0 < 4_000 })
    }
}
