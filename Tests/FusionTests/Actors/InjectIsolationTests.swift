import Fusion
import Testing
import Wormer

private protocol Counter: Sendable { var count: Int { get } }

private struct FixedCounter: Counter { var count: Int }

extension Container {
    @Service(.singleton) fileprivate var counter: any Counter = FixedCounter(count: 3)
    @MainActor @Service(.singleton) fileprivate var mainCounter: any Counter = FixedCounter(count: 4)
}

private struct Report: Sendable {
    @Inject var counter: any Counter
    @Inject("other") var other: any Counter
    @Inject(\.counter) var declared

    var counts: [Int] { [counter.count, other.count, declared.count] }
}

private actor Worker: Containerized {
    let container: Container
    @Inject var counter: any Counter
    @Inject(\.counter) var declared

    init(_ container: Container) { self.container = container }

    func counts() async -> [Int] {
        await Task.yield()
        return [counter.count, declared.count]
    }
}

@MainActor
private final class View {
    @Inject var counter: any Counter
    @Inject(\.mainCounter) var declared
}

@MainActor
private struct MainStruct {
    @Inject(\.mainCounter) var declared
    @Inject var screen: Screen
}

@ToolActor
private final class Bench: Containerized {
    nonisolated let container: Container
    @Inject(\.counter) var declared
    @Inject var tool: Tool

    nonisolated init(_ container: Container) { self.container = container }

    var counts: [Int] { [declared.count, tool.size] }
}

@Suite("@Inject works in Sendable types and on actors")
struct InjectIsolationTests {
    private func bind(in container: Container) {
        container.bind((any Counter).self) { _ in FixedCounter(count: 1) }
        container.bind((any Counter).self, id: "other") { _ in FixedCounter(count: 2) }
    }

    @Test("@Inject works in a Sendable struct that another task receives, and in an actor")
    func nonisolated() async {
        await withEmptyMain {
            bind(in: .main)
            let report = Report()
            async let elsewhere = report.counts
            #expect(await elsewhere == [1, 2, 3])
            #expect(report.counts == [1, 2, 3])
        }
        let container = Container()
        bind(in: container)
        container.counter = FixedCounter(count: 5)
        #expect(await Worker(container).counts() == [1, 5])
    }

    @Test("@Inject in a main-actor class or struct reads main-actor services")
    @MainActor
    func mainActor() {
        withEmptyMain {
            bind(in: .main)
            Container.bind(Screen.self) { _ in Screen() }
            #expect(View().counter.count == 1 && View().declared.count == 4)
            let holder = MainStruct()
            #expect(holder.declared.count == 4 && holder.screen.width == 80)
        }
    }

    @Test("@Inject in a class of another global actor reads services of that actor")
    func otherActor() async throws {
        let container = Container()
        bind(in: container)
        container.bind(.singleton, to: Tool.self) { @ToolActor _ in Tool(size: 6) }
        _ = try await container.injector.asyncInstance(for: Tool.self)
        #expect(await Bench(container).counts == [3, 6])
    }
}
