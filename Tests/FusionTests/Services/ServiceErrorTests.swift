import Fusion
import Testing
import Wormer

private struct Account {}
private protocol Ledger {}

private final class Chicken {
    let egg: Egg
    init(_ egg: Egg) { self.egg = egg }
}

private final class Egg {
    let chicken: Chicken?
    init(_ chicken: Chicken?) { self.chicken = chicken }
}

private struct Snake {
    let length: Int
}

private protocol Tail {}

// These declarations are outside the tests, because the body of an exit test counts as one line.

private let lineOfTheProperty = UInt(#line) + 3

extension Container {
    @Service fileprivate var account: Account
    @Service(.singleton) fileprivate var ledger: any Ledger

    @Service(.singleton) fileprivate var chicken: Chicken = Chicken(egg)
    @Service(.singleton) fileprivate var egg: Egg = Egg(chicken)
    @Service fileprivate var snake: Snake = longerSnake
    @Service fileprivate var statement: String = "\(resolveAssert(Account.self))"
    @Service fileprivate var bitten = Snake(length: resolveAssert(Int.self))
    @Service(.singleton) fileprivate var mocking: Snake = mockedSnake
}

extension Container {
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
        @Test("Reading an unassigned service ends the process and shows the assignment to write")
        func unset() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Container().account
            }
            #expect(
                result?.fatalErrorText == """
                    FusionTests/ServiceErrorTests.swift:LINE: Fatal error: Cannot inject account: Account: it has no \
                    initializer, and nothing was assigned to it.
                      to do         Assign 'account' before it is read, or give it an initializer:
                                    container.account = <#Account#>
                    """
            )
            let text = result?.standardError ?? ""
            #expect(text.contains("ServiceErrorTests.swift:\(lineOfTheProperty): Fatal error: "))
        }

        @Test("Reading an unassigned service through Container, @Inject or a child ends the process")
        func unsetElsewhere() async {
            func expected(_ container: String) -> String {
                """
                FusionTests/ServiceErrorTests.swift:LINE: Fatal error: Cannot inject ledger: Ledger: \
                it has no initializer, and nothing was assigned to it.
                  to do         Assign 'ledger' before it is read, or give it an initializer:
                                \(container).ledger = <#Ledger#>
                """
            }
            let statically = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Container.ledger
            }
            #expect(statically?.fatalErrorText == expected("Container.main"))
            let injected = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                @Inject(\.ledger) var ledger
                _ = ledger
            }
            #expect(injected?.fatalErrorText == expected("Container.main"))
            let child = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Container(parent: Container()).ledger
            }
            #expect(child?.fatalErrorText == expected("container"))
        }

        @Test(
            "A service without an initializer is unassigned again after unassign()",
            .enabled(if: DeclaredService.areRecorded)
        )
        func unassigned() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Container.account = Account()
                _ = Container.account
                Container.unassign(\.account)
                _ = Container.account
            }
            #expect(
                result?.fatalErrorText == """
                    FusionTests/ServiceErrorTests.swift:LINE: Fatal error: Cannot inject account: FusionTests.Account: it \
                    has no initializer, and nothing was assigned to it.
                      near misses   account: MainActorTests.Account, declared at \
                    MainActorTests/DefaultIsolationTests.swift:LINE
                      to do         Assign 'account' before it is read, or give it an initializer:
                                    Container.main.account = <#FusionTests.Account#>
                    """
            )
        }

        @Test("A cycle of services ends the process with the path")
        func cycle() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Container().chicken
            }
            #expect(
                result?.fatalErrorText == """
                    FusionTests/ServiceErrorTests.swift:LINE: Fatal error: Cannot inject chicken: Chicken: it depends on \
                    itself.
                      path          chicken: Chicken, declared at FusionTests/ServiceErrorTests.swift:LINE
                                    egg: Egg, declared at FusionTests/ServiceErrorTests.swift:LINE
                                    chicken: Chicken, declared at FusionTests/ServiceErrorTests.swift:LINE
                      to do         Read one of them in a method, not in the other's initializer.
                    """
            )
        }

        @Test("A transient service that reads itself ends the process with the path and no stack overflow")
        func transientCycle() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Container().snake
            }
            #expect(
                result?.fatalErrorText == """
                    FusionTests/ServiceErrorTests.swift:LINE: Fatal error: Cannot inject snake: Snake: it depends on itself.
                      path          snake: Snake, declared at FusionTests/ServiceErrorTests.swift:LINE
                                    snake: Snake, declared at FusionTests/ServiceErrorTests.swift:LINE
                      to do         Read one of them in a method, not in the other's initializer.
                    """
            )
        }

        @Test("A cycle through a binding ends the process with the path")
        func cycleThroughAlias() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = Container()
                container.bind(Int.self) { $0.bitten.length }
                _ = container.bitten
            }
            #expect(
                result?.fatalErrorText == """
                    FusionTests/ServiceErrorTests.swift:LINE: Fatal error: Cannot inject bitten: Snake: it depends on \
                    itself.
                      path          bitten: Snake, declared at FusionTests/ServiceErrorTests.swift:LINE
                                    Int, looked up at FusionTests/ServiceErrorTests.swift:LINE, bound at \
                    FusionTests/ServiceErrorTests.swift:LINE
                                    bitten: Snake, declared at FusionTests/ServiceErrorTests.swift:LINE
                      to do         Read one of them in a method, not in the other's initializer.
                    """
            )
        }

        @Test("A cycle in a parent, read from a child, ends the process with the path")
        func cycleInChild() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Container(parent: Container(parent: Container())).egg
            }
            #expect(
                result?.fatalErrorText == """
                    FusionTests/ServiceErrorTests.swift:LINE: Fatal error: Cannot inject egg: Egg: it depends on itself.
                      path          egg: Egg, declared at FusionTests/ServiceErrorTests.swift:LINE
                                    chicken: Chicken, declared at FusionTests/ServiceErrorTests.swift:LINE
                                    egg: Egg, declared at FusionTests/ServiceErrorTests.swift:LINE
                      to do         Read one of them in a method, not in the other's initializer.
                    """
            )
        }

        // Defect: an override has its own bindings, so that the cycle was not detected and the stack overflowed.
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

        @Test("A service that resolves an unbound type ends the process with the service on the path")
        func missingType() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Container().statement
            }
            #expect(
                result?.fatalErrorText == """
                    FusionTests/ServiceErrorTests.swift:LINE: Fatal error: Cannot inject Account: nothing is bound to it.
                      path          statement: String, declared at FusionTests/ServiceErrorTests.swift:LINE
                                    Account, looked up at FusionTests/ServiceErrorTests.swift:LINE
                      to do         Bind it before it is resolved:
                                    container.bind(Account.self, to: .make { <#Account#> })
                    """
            )
        }

        @Test("require ends the process in the same way as resolveAssert")
        func require() async {
            func expected(_ container: String) -> String {
                """
                FusionTests/ServiceErrorTests.swift:LINE: Fatal error: Cannot inject Tail (id: 7): nothing is bound to it.
                  to do         Bind it before it is resolved:
                                \(container).bind(Tail.self, id: 7, to: .make { <#Tail#> })
                """
            }
            let required = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Container.require(Tail.self, id: 7)
            }
            #expect(required?.fatalErrorText == expected("Container.main"))
            let asserted = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Container().resolveAssert(Tail.self, id: 7)
            }
            #expect(asserted?.fatalErrorText == expected("container"))
        }
    }
#endif
