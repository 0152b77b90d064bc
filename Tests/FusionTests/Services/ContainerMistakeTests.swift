import Fusion
import Testing
import Wormer

@Suite("Error texts show mistakes with a container and their remedies")
struct ContainerMistakeTests {
    // Defect: only the error of a request showed the alias.
    @Test(
        "The fault for a type that only a declared service has shows the alias",
        .enabled(if: DeclaredService.areRecorded)
    )
    func serviceInVerification() {
        struct Frame { let glue: any Glue }
        let error = Container.mock {
            $0.injector.bind(Frame.self, to: .using(Frame.init(glue:)))
        } then: {
            #expect(throws: VerificationError.self) { try Container.main.verify() }
        }
        let fault = error?.faults.map(\.description.withoutLocations).first { $0.hasPrefix("Glue is not bound; ") }
        #expect(
            fault == """
                Glue is not bound; ContainerMistakeTests.Frame (FusionTests/ContainerMistakeTests.swift:LINE) needs it; near misses: \
                the service glue: Glue, declared at FusionTests/Workshop.swift:LINE; to find it by its type: \
                Container.main.setAlias(\\.glue, for: Glue.self)
                """
        )
    }
}

#if os(macOS) || os(Linux)
    extension ContainerMistakeTests {
        private struct View {
            @Inject var hammer: any Hammer
        }

        @Test("The error for an unbound type shows the binding to write")
        func notBound() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let _: any Hammer = Container.resolve()
            }
            #expect(
                result?.fatalErrorText == """
                    FusionTests/ContainerMistakeTests.swift:LINE: Fatal error: Cannot inject Hammer: nothing is bound to \
                    it.
                      to do         Bind it before it is resolved:
                                    Container.main.bind(Hammer.self, to: .make { <#Hammer#> })
                    """
            )
        }

        @Test("The error of resolveAssert for a misspelled identifier shows the bound identifier")
        func identifier() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = Container()
                container.bind(Hammer.self, id: "big", value: ClawHammer())
                _ = container.resolveAssert(Hammer.self, id: "bigg")
            }
            #expect(
                result?.fatalErrorText == """
                    FusionTests/ContainerMistakeTests.swift:LINE: Fatal error: Cannot inject Hammer (id: "bigg"): \
                    nothing is bound to it.
                      near misses   Hammer (id: "big"), bound at FusionTests/ContainerMistakeTests.swift:LINE
                      to do         Bind it before it is resolved:
                                    container.bind(Hammer.self, id: "bigg", to: .make { <#Hammer#> })
                    """
            )
        }

        // Defect: the code was `.make { <#Hammer#> }`, although the implementation is bound.
        @Test("The error for an interface whose implementation is bound instead shows how to use the implementation")
        func onlyImplementation() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Container.bind(ClawHammer.self, value: ClawHammer())
                _ = Container.main.resolveAssert(Hammer.self)
            }
            #expect(
                result?.fatalErrorText == """
                    FusionTests/ContainerMistakeTests.swift:LINE: Fatal error: Cannot inject Hammer: nothing is bound to \
                    it.
                      near misses   ClawHammer, which conforms to it, bound at \
                    FusionTests/ContainerMistakeTests.swift:LINE
                      to do         Bind it to the implementation that is bound:
                                    Container.main.bind(Hammer.self, to: .using { (clawHammer: ClawHammer) in clawHammer })
                    """
            )
        }

        @Test("The error for a type that only the main container binds points to that binding")
        func otherContainer() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Container.bind(Hammer.self, value: ClawHammer())
                _ = Container().resolveAssert(Hammer.self)
            }
            #expect(
                result?.fatalErrorText == """
                    FusionTests/ContainerMistakeTests.swift:LINE: Fatal error: Cannot inject Hammer: nothing is bound to \
                    it.
                      near misses   Hammer in the main container, bound at FusionTests/ContainerMistakeTests.swift:LINE
                      to do         Resolve it there, or create the container with 'Container(parent: .main)':
                                    Container.main.resolveAssert(Hammer.self)
                    """
            )
        }

        @Test("The error of @Inject for an unbound type shows the binding to write")
        func inject() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = View().hammer
            }
            #expect(
                result?.fatalErrorText == """
                    FusionTests/ContainerMistakeTests.swift:LINE: Fatal error: Cannot inject Hammer: nothing is bound to \
                    it.
                      to do         Bind it before it is resolved:
                                    Container.main.bind(Hammer.self, to: .make { <#Hammer#> })
                    """
            )
        }

        @Test("The error for an unbound dependency shows the path")
        func dependency() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Container.bind(String.self) { container in "\(container.resolveAssert(Hammer.self))" }
                _ = Container.resolveAssert(String.self)
            }
            #expect(
                result?.fatalErrorText == """
                    FusionTests/ContainerMistakeTests.swift:LINE: Fatal error: Cannot inject Hammer: nothing is bound to \
                    it.
                      path          String, looked up at FusionTests/ContainerMistakeTests.swift:LINE, bound at \
                    FusionTests/ContainerMistakeTests.swift:LINE
                                    Hammer, looked up at FusionTests/ContainerMistakeTests.swift:LINE
                      to do         Bind it before it is resolved:
                                    Container.main.bind(Hammer.self, to: .make { <#Hammer#> })
                    """
            )
        }

        @Test("The error for an unassigned service shows the path and the assignment to write")
        func unassigned() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Container.main.workplace
            }
            #expect(
                result?.fatalErrorText == """
                    FusionTests/Workshop.swift:LINE: Fatal error: Cannot inject saw: Saw: it has no initializer, and \
                    nothing was assigned to it.
                      path          workplace: Workplace, declared at FusionTests/Workshop.swift:LINE
                                    saw: Saw, declared at FusionTests/Workshop.swift:LINE
                      to do         Assign 'saw' before it is read, or give it an initializer:
                                    Container.main.saw = <#Saw#>
                    """
            )
        }

        @Test(
            "The error for a declared service that is resolved by its type shows the property and the alias",
            .enabled(if: DeclaredService.areRecorded)
        )
        func service() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Container.main.resolveAssert(Glue.self)
            }
            #expect(
                result?.fatalErrorText == """
                    FusionTests/ContainerMistakeTests.swift:LINE: Fatal error: Cannot inject Glue: nothing is bound to it.
                      near misses   the service glue: Glue, declared at FusionTests/Workshop.swift:LINE
                      to do         Read 'Container.main.glue', or set an alias for its type:
                                    Container.main.setAlias(\\.glue, for: Glue.self)
                    """
            )
        }

        @Test("The error for a service outside its scope shows how to open the scope")
        func scope() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Container.main.order
            }
            #expect(
                result?.fatalErrorText == """
                    FusionTests/Workshop.swift:LINE: Fatal error: Cannot inject order: String: the scope 'order' is not \
                    open here.
                      to do         Open the scope around the lookup. Child tasks inherit it:
                                    try await Container.main.injector.withScope(.init("order")) { <#lookups#> }
                      or            Begin it, for all lookups until it ends:
                                    try Container.main.injector.begin(.init("order"))
                    """
            )
        }

        @Test("The error for a main-actor service behind an alias shows the awaited read")
        func mainActor() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run { Container.main.setAlias(\.sign, for: Sign.self) }
                await Task.detached { _ = Container.main.resolveAssert(Sign.self) }.value
            }
            #expect(
                result?.fatalErrorText == """
                    FusionTests/Workshop.swift:LINE: Fatal error: Cannot inject sign: Sign: it is created on MainActor, but \
                    the lookup came from elsewhere.
                      path          Sign, looked up at FusionTests/ContainerMistakeTests.swift:LINE, bound at \
                    FusionTests/ContainerMistakeTests.swift:LINE
                                    sign: Sign, declared at FusionTests/Workshop.swift:LINE
                      to do         Read the property on the actor, or wait for it:
                                    await Container.main.sign
                      or            Declare the property 'nonisolated', if its initializer needs no actor.
                    """
            )
        }

        // Defect: the text did not show that a value bound on the main actor is evaluated there.
        @Test("The error for a value that was bound on the main actor shows the binding and the awaited request")
        func valueOfMainActor() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run { bindHammerOnMainActor() }
                await Task.detached { _ = Container.main.resolveAssert(Hammer.self) }.value
            }
            #expect(
                result?.fatalErrorText == """
                    FusionTests/ContainerMistakeTests.swift:LINE: Fatal error: Cannot inject Hammer: it is created on \
                    MainActor, but the lookup came from elsewhere.
                      bound at      FusionTests/Workshop.swift:LINE
                      to do         Bind a 'Sendable' value, or '.make { }' with code that belongs to no actor:
                                    Container.main.bind(Hammer.self, to: .value(<#Hammer#>))
                      or            Resolve it on MainActor, or wait for it:
                                    try await Container.main.injector.asyncInstance(for: Hammer.self)
                    """
            )
        }

        @Test("The error of resolveAssert for an asynchronous binding shows the awaited request")
        func asynchronous() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Container.main.bind(Hammer.self, lifetime: .singleton, to: .async { ClawHammer() })
                _ = Container.main.resolveAssert(Hammer.self)
            }
            #expect(
                result?.fatalErrorText == """
                    FusionTests/ContainerMistakeTests.swift:LINE: Fatal error: Cannot inject Hammer: it is created \
                    asynchronously, and the lookup cannot wait for it.
                      to do         Wait for it, unless a shared instance already exists:
                                    try await Container.main.injector.asyncInstance(for: Hammer.self)
                    """
            )
        }

        @Test("The error for a throwing factory shows the thrown error")
        func factoryThrew() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Container.bind(Hammer.self) { _ in throw CancellationError() }
                _ = Container.resolveAssert(Hammer.self)
            }
            #expect(
                result?.fatalErrorText == """
                    FusionTests/ContainerMistakeTests.swift:LINE: Fatal error: Cannot inject Hammer: its factory \
                    threw CancellationError: CancellationError()
                      to do         Fix the error. No instance was kept, and the next lookup runs the factory again.
                    """
            )
        }

        @Test("Setting an alias for a type to which the service does not conform ends the process")
        func alias() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Container.setAlias(\.nail, for: Hammer.self)
            }
            #expect(
                result?.fatalErrorText == """
                    FusionTests/ContainerMistakeTests.swift:LINE: Fatal error: Cannot set an alias for Hammer: the \
                    service is of type Int, which does not conform.
                      to do         Use a service whose type is Hammer or conforms to it.
                    """
            )
        }
    }
#endif
