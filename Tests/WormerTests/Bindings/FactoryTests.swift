import Testing

@testable import Wormer
import WormerGraph

@Suite("A factory creates the instances of a binding")
struct FactoryTests {
    private protocol Part: AnyObject {}
    private final class SimplePart: Part {}

    private let injector = Injector(parent: nil)

    private var node: DependencyGraph.Node? { injector.graph.nodes.first { $0.interface == "FactoryTests.Part" } }

    @Test("A value factory returns its value to every lookup and knows the implementation in advance")
    func value() {
        let part = SimplePart()
        injector.bind(Int.self, to: .value(1))
        nonisolated(unsafe) let shared = part
        injector.bind(Part.self, to: .value(shared))
        #expect(injector.instance(for: Int.self) == 1)
        #expect(injector.instance(for: Part.self) === part)
        #expect(node?.implementation == "FactoryTests.SimplePart")
    }

    @Test("The graph shows the implementation of a closure only after the closure has run", arguments: Lifetime.kept)
    func implementation(lifetime: Lifetime) {
        injector.bind(Part.self, lifetime: lifetime, to: .make { SimplePart() })
        #expect(node != nil && node?.implementation == nil)
        _ = injector.instance(for: Part.self)
        #expect(node?.implementation == "FactoryTests.SimplePart")
    }

    @Test("A closure can take the injector that holds its binding, in every form of factory")
    func closureWithInjector() async throws {
        let child = Injector(parent: injector)
        injector.bind(String.self, to: .make { "parent" })
        child.bind(String.self, to: .make { "child" })
        injector.bind([Character].self, id: 1, to: .make { try Array($0.throwingInstance(for: String.self)) })
        injector.bind([Character].self, id: 2, to: .async { try Array(await $0.asyncInstance(for: String.self)) })
        injector.bind([Character].self, id: 3, to: .make { injector in Array(injector.instance(for: String.self)) })
        for id in 1...3 {
            #expect(try await child.asyncInstance(for: [Character].self, id: id) == Array("parent"))
        }
    }

    @Test("A second 'onEnd' replaces the first", arguments: [false, true])
    func twoEnds(isAsync: Bool) async throws {
        let ends = Shared<[Int]>([])
        let factory: Factory<Part> = isAsync ? .async { SimplePart() } : .make { SimplePart() }
        let ending = factory.onEnd { _ in ends.change { $0.append(1) } }.onEnd { _ async in ends.change { $0.append(2) }
        }
        injector.bind(Part.self, lifetime: .singleton, to: ending)
        _ = try await injector.asyncInstance(for: Part.self)
        try await injector.end()
        #expect(ends.value == [2])
    }

    @Test("The 'onEnd' of an auto-wired instance runs, on the main actor and off it")
    func wiredEnds() async throws {
        let ends = Shared(0)
        injector.bind(Int.self, to: .make { 1 })
        let factory = Factory<String>.onMainActor { (number: Int) in "\(number)" }.onEnd { _ in ends.increment() }
        injector.bind(String.self, lifetime: .singleton, to: factory)
        let intFactory = Factory<[Int]>.using { (number: Int) in [number] }.onEnd { _ in ends.increment() }
        injector.bind([Int].self, lifetime: .singleton, to: intFactory)
        #expect(try await injector.asyncInstance(for: String.self) == "1")
        #expect(injector.instance(for: [Int].self) == [1])
        try await injector.end()
        #expect(ends.value == 2)
    }

    // MARK: - Lifetimes

    @Test("The description of a lifetime is its name")
    func descriptions() {
        let lifetimes: [Lifetime] = [.transient, .singleton, .weak, .resolution, .scope(.request)]
        #expect(lifetimes.map(\.description) == ["transient", "singleton", "weak", "resolution", "scope request"])
    }
}

extension Lifetime {
    fileprivate static let kept: [Lifetime] = [.transient, .singleton, .weak, .resolution, .scope(.alwaysOpen("kept"))]
}
