import Foundation
import Testing
import Wormer

@Suite("Lookups wait for what others construct without doing work twice")
struct WaitingGraphTests {
    /// Binds layers of asynchronous singletons, each of which awaits the whole next layer in a task group.
    ///
    /// An instance is the number of layers below it, plus the instance that `last` returns for the last layer.
    private func bind(_ layers: Int, width: Int, last: @escaping @Sendable (Injector) async throws -> Int) -> Injector {
        let injector = Injector(parent: nil)
        for layer in 0..<layers {
            for place in 0..<width {
                injector.bindAsync(Int.self, id: layer * width + place, lifetime: .singleton) { injector in
                    guard layer + 1 < layers else { return try await last(injector) }
                    return try await withThrowingTaskGroup(of: Int.self) { group in
                        for next in 0..<width {
                            group.addTask { try await injector.asyncInstance(id: (layer + 1) * width + next) }
                        }
                        return try await group.reduce(0, max) + 1
                    }
                }
            }
        }
        return injector
    }

    @Test("Forty layers of asynchronous singletons, each of which awaits the whole next layer, are created")
    func layers() async throws {
        try await underWatchdog { () async throws in
            let injector = bind(40, width: 4) { _ in 1 }
            try await injector.prepare()
            #expect(injector.instance(for: Int.self, id: 0) == 40)
        }
    }

    @Test("A cycle behind many layers fails the lookup of each layer, and prepare()")
    func cycleBehindLayers() async throws {
        await underWatchdog {
            let injector = bind(24, width: 4) { try await $0.asyncInstance(id: 0) }
            for layer in 0..<24 {
                let error = await #expect(throws: InjectionError.self) {
                    try await injector.asyncInstance(for: Int.self, id: layer * 4)
                }
                #expect(error?.reason.name == "cycle")
            }
            await #expect(throws: PreparationError.self) { try await injector.prepare() }
        }
    }

    @Test("A cycle through many layers is an error whose path has each step once")
    func cycleThroughLayers() async throws {
        await underWatchdog {
            let injector = Injector(parent: nil)
            for step in 0..<20 {
                injector.bindAsync(Int.self, id: step, lifetime: .singleton) { injector in
                    async let next: Int = injector.asyncInstance(id: (step + 1) % 20)
                    return try await next + 1
                }
            }
            let error = await #expect(throws: InjectionError.self) {
                try await injector.asyncInstance(for: Int.self, id: 0)
            }
            #expect(error?.path.count == 21)
            #expect(error?.reason.name == "cycle")
        }
    }

    private final class Workshop: Sendable {
        let tool: Tool?
        init(tool: Tool?) { self.tool = tool }
    }

    private final class Tool: Sendable {
        let workshop: Workshop
        init(workshop: Workshop) { self.workshop = workshop }
    }

    @Test("A lookup that waits for a construction inside a cycle, but is not itself in the cycle, succeeds")
    func outsideOfTheCycle() async throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        try await underWatchdog { () async throws in
            let injector = Injector(parent: nil)
            let (runs, mayFail) = (Shared(0), DispatchSemaphore(value: 0))
            injector.bind(Workshop.self, lifetime: .singleton, to: .make { Workshop(tool: $0.safeInstance()) })
            injector.bindMake(Tool.self, lifetime: .singleton) { injector in
                if runs.increment() == 0 { mayFail.wait() }
                return Tool(workshop: try injector.throwingInstance())
            }
            Thread.detachNewThread { _ = injector.instance(for: Workshop.self) }
            while runs.value == 0 { await Task.yield() }
            let slow = SlowExecutor()
            let isDone = Shared(false)
            let request = Task(executorPreference: slow) {
                defer { isDone.change { $0 = true } }
                return try await injector.asyncInstance(for: Tool.self)
            }
            // The request runs until it waits for the tool that the workshop needs.
            slow.runWaiting()
            mayFail.signal()
            // Not `runAll`, which would run the task in the midst of the construction that it waited for.
            while !isDone.value {
                slow.runWaiting()
                await Task.yield()
            }
            let tool = try await request.value
            #expect(tool.workshop.tool == nil)
        }
    }

    @Test("The path of a cycle through a child and its parent leads on where both bind an interface")
    func childAndParent() async throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        try await underWatchdog { () async throws in
            let parent = Injector(parent: nil)
            let child = Injector(parent: parent)
            let mayFail = Gate()
            child.bindAsync(Int.self, lifetime: .singleton) {
                await mayFail.pass()
                return try await parent.asyncInstance()
            }
            let factory = Factory<Int>.async { try await $0.asyncInstance(for: String.self).count }
            parent.bind(Int.self, lifetime: .singleton, to: factory)
            let stringFactory = Factory<String>.async { try await "\($0.asyncInstance(for: Int.self))" }
            parent.bind(String.self, lifetime: .singleton, to: stringFactory)
            let slow = SlowExecutor()
            let requests = (0..<2).map { _ in
                Task(executorPreference: slow) { try await child.asyncInstance(for: Int.self) }
            }
            slow.runWaiting()
            await mayFail.open()
            slow.runAll()
            for request in requests {
                let error = await #expect(throws: InjectionError.self) { try await request.value }
                #expect(error?.path.map { "\($0.interface)" } == ["Int", "Int", "String", "Int"])
            }
        }
    }
}
