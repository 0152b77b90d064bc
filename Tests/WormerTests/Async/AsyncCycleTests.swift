import Testing

@testable import Wormer

private struct Chicken: Sendable { let egg: Egg }

private struct Egg: Sendable { let shell: @Sendable () -> Void }

@Suite("A cycle through asynchronous factories throws an error with its path")
struct AsyncCycleTests {
    private let injector = Injector(parent: nil)

    private func bindCircle(in injector: Injector, asSingletons: Bool) {
        let factory = Factory<Chicken>.async { Chicken(egg: try await injector.asyncInstance()) }
        injector.bind(Chicken.self, lifetime: asSingletons ? .singleton : .transient, to: factory)
        injector.bindAsync(Egg.self, lifetime: asSingletons ? .singleton : .transient) {
            await Task.yield()
            let _: Chicken = try await injector.asyncInstance()
            return Egg {}
        }
    }

    @Test("A cycle in one task throws an error with the path", arguments: [false, true])
    func oneTask(asSingletons: Bool) async {
        bindCircle(in: injector, asSingletons: asSingletons)
        let error = await #expect(throws: InjectionError.self) { let _: Chicken = try await injector.asyncInstance() }
        #expect(error?.path.map { "\($0.interface)" } == ["Chicken", "Egg", "Chicken"])
        #expect(error?.reason.name == "cycle")
    }

    @Test("A cycle across several tasks fails every lookup and blocks none")
    func manyTasks() async {
        for _ in 0..<100 {
            let injector = Injector(parent: nil)
            bindCircle(in: injector, asSingletons: true)
            await withTaskGroup { group in
                for number in 0..<4 {
                    group.addTask {
                        let error = await #expect(throws: InjectionError.self) {
                            if number % 2 == 0 {
                                let _: Chicken = try await injector.asyncInstance()
                            } else {
                                let _: Egg = try await injector.asyncInstance()
                            }
                        }
                        #expect(error?.reason.name == "cycle")
                    }
                }
            }
        }
    }

    @Test(
        "A cycle through auto-wired initializers throws an error to an asynchronous lookup, async or not",
        arguments: [Lifetime.singleton, .resolution, .transient],
        [Lifetime.singleton, .transient]
    )
    func wired(chicken: Lifetime, egg: Lifetime) async {
        for factory in [.using { (_: Chicken) in Egg {} }, .async { (_: Chicken) in Egg {} }] as [Factory<Egg>] {
            injector.bind(Chicken.self, lifetime: chicken, to: .using(Chicken.init(egg:)))
            injector.bind(Egg.self, lifetime: egg, to: factory)
            await expectCycle(["Chicken", "Egg", "Chicken"]) { _ = try await injector.asyncInstance(for: Chicken.self) }
            await expectCycle(["Egg", "Chicken", "Egg"]) { _ = try await injector.asyncInstance(for: Egg.self) }
        }
    }

    @Test("An asynchronous weak dependency is created again after its release")
    func weakDependency() async throws {
        final class Nest: Sendable {}
        injector.bind(Nest.self, lifetime: .weak, to: .async { Nest() })
        injector.bind(Egg.self, to: .using { (_: Nest) in Egg {} })
        for _ in 0..<3 { _ = try await injector.asyncInstance(for: Egg.self) }
    }

    @Test("A synchronous lookup in an asynchronous initializer detects the cycle")
    func synchronousInside() async {
        injector.bind(Chicken.self, to: .using(Chicken.init(egg:)))
        injector.bindAsync(Egg.self, lifetime: .singleton) {
            _ = try injector.throwingInstance(for: Chicken.self)
            return Egg {}
        }
        await expectCycle(["Egg", "Chicken", "Egg"]) { _ = try await injector.asyncInstance(for: Egg.self) }
        await expectCycle(["Chicken", "Egg", "Chicken"]) {
            _ = try await injector.asyncInstance(for: Chicken.self)
        }
    }

    @Test("A synchronous closure that looks up an instance under construction detects the cycle")
    func synchronousClosure() async {
        injector.bind(Chicken.self, lifetime: .singleton, to: .make { Chicken(egg: try injector.throwingInstance()) })
        injector.bindAsync(Egg.self, lifetime: .singleton) {
            let _: Chicken = try await injector.asyncInstance()
            return Egg {}
        }
        await expectCycle(["Egg", "Chicken", "Egg"]) { _ = try await injector.asyncInstance(for: Egg.self) }
    }

    private func expectCycle(_ path: [String], _ body: () async throws -> Void) async {
        await underWatchdog {
            let error = await #expect(throws: InjectionError.self) { try await body() }
            #expect(error?.reason.name == "cycle")
            #expect(error?.path.map { "\($0.interface)" } == path)
        }
    }
}
