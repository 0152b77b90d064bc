import Dispatch
import Fusion
import Testing
import Wormer
import WormerGraph

private final class Chicken {
    let egg: Egg
    init(_ egg: Egg) { self.egg = egg }
}

private final class Egg {
    let chicken: Chicken?
    init(_ chicken: Chicken?) { self.chicken = chicken }
}

private struct Snake { let length: Int }

extension Wormer.Scope { fileprivate static let hunt = Scope("hunt") }

extension Container {
    @Service(lifetime: .scope(.hunt)) fileprivate var prey = Snake(length: 0)
    @Service(.singleton) fileprivate var hunter = [prey.length]
    @Service(lifetime: .weak) fileprivate var faintSnake = Snake(length: 1)
    @Service(.singleton) fileprivate var chicken: Chicken = Chicken(egg)
    @Service(.singleton) fileprivate var egg: Egg = Egg(chicken)
    @Service fileprivate var viper = Snake(length: 1)
    @Service fileprivate var snake: Snake = longerSnake
    @Service fileprivate var bitten = Snake(length: resolveAssert(Int.self))
    @Service(.singleton) fileprivate var mocking: Snake = mockedSnake

    fileprivate var longerSnake: Snake { Snake(length: snake.length + 1) }
    fileprivate var mockedSnake: Snake { mock({ _ in }, then: { mocking }) }
}

@Suite("A service that cannot be created ends the process")
struct ServiceErrorTests {
    @Test("Assigning one of its services breaks a cycle")
    func brokenCycle() {
        let container = Container()
        let egg = Egg(nil)
        container.egg = egg
        #expect(container.chicken.egg === egg)
        container.unassign(\.egg)
        #expect(container.egg.chicken === container.chicken)
    }
}

#if os(macOS) || os(Linux)
    extension ServiceErrorTests {
        /// Expects a process to have ended with the message for a cycle.
        private func expectCycle(
            _ result: ExitTest.Result?,
            _ path: String...,
            sourceLocation: SourceLocation = #_sourceLocation
        ) {
            let place = "FusionTests/ServiceErrorTests.swift:LINE"
            let steps = path.map { $0.replacing(" at", with: " at \(place)") }
            #expect(
                result?.fatalErrorText == """
                    \(place): Fatal error: Cannot inject \(path[0].prefix { $0 != "," }): it depends on itself.
                      path          \(steps.joined(separator: "\n                "))
                      to do         Read one of them in a method, not in the other's initializer.
                    """,
                sourceLocation: sourceLocation
            )
        }

        @Test("A weak service whose initializer creates a struct ends the process with what to declare instead")
        func weakStruct() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Container.faintSnake
            }
            #expect(
                result?.fatalErrorText == """
                    FusionTests/ServiceErrorTests.swift:LINE: Fatal error: Cannot inject faintSnake: Snake: \
                    its lifetime is weak, but Snake is not a class.
                      to do         Create an instance of a class, or declare it with another lifetime, such as '.singleton'.
                    """
            )
        }

        @Test("A service that would keep one of a scope ends the process with what services can do instead")
        func captive() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try Container.main.withScope(.hunt) { _ = Container.hunter }
            }
            let place = "FusionTests/ServiceErrorTests.swift:LINE"
            #expect(
                result?.fatalErrorText == """
                    \(place): Fatal error: Cannot inject prey: Snake: an instance that lives longer would keep it after the \
                    scope 'hunt' has ended.
                      path          hunter: Array<Int>, declared at \(place)
                                    prey: Snake, declared at \(place)
                      to do         Declare '@Inject(\\.prey) var prey' in it and read it in a method, or pass it a closure, \
                    '{ Container.main.prey }'.
                      or            Let the scope keep 'hunter', too:
                                    lifetime: .scope(.hunt)
                    """
            )
            let error = #expect(throws: VerificationError.self) { try Injector.default.verify() }
            let fault = error?.faults.first { $0.description.contains("hunter: Array<Int> (") }
            #expect(fault?.description.hasSuffix("'{ Container.main.prey }', or keep it in the scope, too") == true)
        }

        @Test("A cycle of services ends the process with the path, in a container and from a child")
        func cycle() async {
            let (chicken, egg) = ("chicken: Chicken, declared at", "egg: Egg, declared at")
            let own = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Container().chicken
            }
            expectCycle(own, chicken, egg, chicken)
            let inherited = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Container(parent: Container(parent: Container())).egg
            }
            expectCycle(inherited, egg, chicken, egg)
        }

        @Test("A transient service that reads itself, even through a binding, ends the process with a message")
        func transientCycle() async {
            let direct = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Container().snake
            }
            expectCycle(direct, "snake: Snake, declared at", "snake: Snake, declared at")
            let bound = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = Container()
                container.bind(Int.self) { $0.bitten.length }
                _ = container.bitten
            }
            let bitten = "bitten: Snake, declared at"
            expectCycle(bound, bitten, "Int, looked up at, bound at", bitten)
        }

        @Test("A service is readable while another thread resets the container")
        func reset() async {
            await #expect(processExitsWith: .success) {
                let (container, isDone) = (Container(), Shared(false))
                DispatchQueue.concurrentPerform(iterations: 2) { index in
                    if index == 0 {
                        for _ in 0..<200_000 { _ = container.viper }
                        isDone.change { $0 = true }
                    }
                    while index == 1, !isDone.value { container.injector.unbindAll() }
                }
            }
        }

        @Test("A cycle through an override ends the process")
        func cycleThroughOverride() async {
            let service = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Container().mocking
            }
            #expect(service?.fatalErrorText.contains("Cannot inject mocking: Snake: it depends on itself.\n") == true)
            let bound = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = Container()
                container.bind(Int.self) { container in
                    container.mock({ _ in }, then: { container.resolveAssert(Int.self) })
                }
                _ = container.resolveAssert(Int.self)
            }
            #expect(bound?.fatalErrorText.contains("Cannot inject Int: it depends on itself.\n") == true)
        }
    }
#endif
