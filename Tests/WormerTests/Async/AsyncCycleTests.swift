import Testing
import Wormer

private struct Chicken: Sendable {
    let egg: Egg
}

private struct Egg: Sendable {
    let shell: @Sendable () -> Void
}

@Suite("Cycles among what is made asynchronously")
struct AsyncCycleTests {
    private func bindCircle(in injector: Injector, asSingletons: Bool) {
        injector.bind(
            interface: Chicken.self,
            toImplementation: Chicken.self,
            asSingleton: asSingletons,
            asyncInitializer: { Chicken(egg: try await injector.asyncInstance()) }
        )
        injector.bind(
            interface: Egg.self,
            toImplementation: Egg.self,
            asSingleton: asSingletons,
            asyncInitializer: {
                await Task.yield()
                let _: Chicken = try await injector.asyncInstance()
                return Egg {}
            }
        )
    }

    @Test("In one task: an error with the path", arguments: [false, true])
    func oneTask(asSingletons: Bool) async {
        let injector = Injector(parent: nil)
        bindCircle(in: injector, asSingletons: asSingletons)
        let error = await #expect(throws: InjectionError.self) {
            let _: Chicken = try await injector.asyncInstance()
        }
        #expect(error?.path.map { "\($0.interface)" } == ["Chicken", "Egg", "Chicken"])
        guard case .cycle? = error?.reason else {
            Issue.record("another reason: \(String(describing: error))")
            return
        }
    }

    @Test("In tasks that each make what the other waits for: every request fails, and none hangs")
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
                        guard case .cycle? = error?.reason else {
                            Issue.record("another reason: \(String(describing: error))")
                            return
                        }
                    }
                }
            }
        }
    }
}
