import Fusion
import Testing
@testable import Wormer
import WormerGraph

// These declarations are outside the tests, because the body of an exit test counts as one line.

private let lineOfInject = UInt(#line) + 4
private let lineOfLazyInject = UInt(#line) + 4

private struct Bench {
    @Inject var hammer: any Hammer
    @LazyInject var kept: any Hammer
}

private let place = "FusionTests/ContainerMistakeTests.swift:LINE"
private let workshop = "FusionTests/Workshop.swift:LINE"

private struct Level: Sendable {}

// swift-format-ignore: OneVariableDeclarationPerLine
extension Container {
    @Service fileprivate var low = Level(); @Service fileprivate var mid = Level();
    @Service fileprivate var high = Level()
}

@Suite("Messages show mistakes with a container and their remedies")
struct ContainerMistakeTests {
    private let container = Container()

    /// The message of the error with which `resolveAssert` or a wrapper ends the process, without line numbers.
    private func message<T>(
        _ type: T.Type,
        id: String? = nil,
        in container: Container? = nil,
        facade: Facade = .container
    ) -> String? {
        let location = CodeLocation(fileID: #fileID, line: #line, facade: facade)
        let injector = (container ?? self.container).injector
        let error = #expect(throws: InjectionError.self) { try injector.dependency(type, id: id, at: location) }
        return error?.description.withoutLocations
    }

    @Test("The message for an unbound type shows the binding to write in the container")
    func notBound() {
        withEmptyMain {
            for facade in [Facade.container, .inject] {
                #expect(
                    message(Hammer.self, in: .main, facade: facade) == """
                        Cannot inject Hammer: nothing is bound to it.
                          \(facade == .inject ? "injected at " : "looked up at")  \(place)
                          to do         Bind it before it is resolved:
                                        Container.main.bind(Hammer.self, to: .make { <#Hammer#> })
                        """
                )
            }
            container.bind(Hammer.self, id: "big", value: ClawHammer())
            #expect(
                message(Hammer.self, id: "bigg") == """
                    Cannot inject Hammer (id: "bigg"): nothing is bound to it.
                      looked up at  \(place)
                      near misses   Hammer (id: "big"), bound at \(place)
                      to do         Resolve the one that is bound, or bind this one, too:
                                    container.resolveAssert(Hammer.self, id: "big")
                    """
            )
        }
    }

    @Test("The message for a type that only a service has shows the property and the alias, also in verify()")
    func service() {
        struct Frame { let glue: any Glue }
        withEmptyMain {
            #expect(
                message(Glue.self, in: .main) == """
                    Cannot inject Glue: nothing is bound to it.
                      looked up at  \(place)
                      near misses   the service glue: Glue, declared at \(workshop)
                      to do         Read 'Container.main.glue', or set an alias for its type:
                                    Container.main.setAlias(\\.glue, for: Glue.self)
                    """
            )
            Container.bind(Frame.self, to: .using(Frame.init(glue:)))
            let error = #expect(throws: VerificationError.self) { try Injector.default.verify() }
            let faults = error?.faults.map(\.description.withoutLocations) ?? []
            #expect(
                faults.first { $0.hasPrefix("Glue is not bound; ") } == """
                    Glue is not bound; ContainerMistakeTests.Frame (\(place)) needs it; near misses: the service glue: \
                    Glue, declared at \(workshop); to find it by its type: \
                    Container.main.setAlias(\\.glue, for: Glue.self)
                    """
            )
        }
    }

    @Test("A binding comes before the services of its type, and the one that is meant first")
    func serviceNames() {
        withEmptyMain {
            Container.bind(Level.self, id: "half", value: Level())
            for id in ["hafl", "third", nil] {
                let error = #expect(throws: InjectionError.self) {
                    try Injector.default.throwingInstance(for: Level.self, id: id)
                }
                #expect(error?.nearMisses.map(\.kind) == [.otherIdentifier, .service, .service])
                let isMeant = error?.description.hasSuffix("(for: Level.self, id: \"half\")") == true
                #expect(isMeant == (id != "third"))
            }
        }
    }

    @Test("The message for what only an awaited lookup creates shows that lookup")
    func awaited() async {
        await withEmptyMain {
            await MainActor.run { bindHammerOnMainActor() }
            #expect(
                message(Hammer.self, in: .main) == """
                    Cannot inject Hammer: it is created on MainActor, but the lookup came from elsewhere.
                      looked up at  \(place)
                      bound at      \(workshop)
                      to do         Resolve it on MainActor, or wait for it:
                                    try await Container.main.injector.asyncInstance(for: Hammer.self)
                      or            Bind it with code that belongs to no actor:
                                    Container.main.bind(Hammer.self, to: .make { <#Hammer#> })
                    """
            )
        }
    }
}

#if os(macOS) || os(Linux)
    extension ContainerMistakeTests {
        private func expect(
            _ result: ExitTest.Result?,
            at place: String = place,
            _ message: String,
            sourceLocation: SourceLocation = #_sourceLocation
        ) {
            #expect(result?.fatalErrorText == "\(place): Fatal error: \(message)", sourceLocation: sourceLocation)
        }

        @Test("resolve, resolveAssert, require and a property end the process with the message and their line")
        func missing() async {
            let message = """
                Cannot inject Hammer: nothing is bound to it.
                  to do         Bind it before it is resolved:
                                Container.main.bind(Hammer.self, to: .make { <#Hammer#> })
                """
            let results = [
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = Bench().hammer },
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = Bench().kept },
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    let _: any Hammer = Container.resolve()
                },
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    _ = Container.resolveAssert(Hammer.self)
                },
            ]
            for (result, line) in zip(results, [lineOfInject, lineOfLazyInject]) {
                #expect(result?.standardError.contains("MistakeTests.swift:\(line): Fatal error: ") == true)
            }
            for result in results {
                expect(result, message)
            }
            let asserted = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Container().resolveAssert(Hammer.self)
            }
            expect(asserted, message.replacing("Container.main", with: "container"))
        }

        @Test("Reading an unassigned service ends the process and shows the assignment to write")
        func unassigned() async {
            let message = """
                Cannot inject saw: Saw: it has no initializer, and nothing was assigned to it.
                  to do         Assign 'saw' before it is read, or give it an initializer:
                                Container.main.saw = <#Saw#>
                """
            let results = [
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { _ = Container.saw },
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    Container.saw = Saw()
                    _ = Container.saw
                    Container.unassign(\.saw)
                    _ = Container.saw
                },
            ]
            for result in results {
                expect(result, at: workshop, message)
            }
            let injected = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                @Inject(\.saw) var saw
                _ = saw
            }
            expect(injected, message.replacing("  to do ", with: "  declared at   \(workshop)\n  to do "))
            let child = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Container(parent: Container()).saw
            }
            expect(child, at: workshop, message.replacing("Container.main", with: "container"))
            #expect(child?.standardError.contains("Workshop.swift:\(lineOfSaw): Fatal error: ") == true)
            let needed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Container.main.workplace
            }
            let path = """
                  path          workplace: Workplace, declared at \(workshop)
                                saw: Saw, declared at \(workshop)
                  to do\u{20}
                """
            expect(needed, at: workshop, message.replacing("  to do ", with: path))
        }

        @Test("Reading a service outside its scope, or through an alias off its actor, ends the process")
        func outside() async {
            let scoped = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Container.main.order
            }
            expect(
                scoped,
                at: workshop,
                """
                Cannot inject order: String: the scope 'order' is not open here.
                  to do         Open the scope around the lookup. Child tasks inherit it:
                                try await Container.main.withScope(.workOrder) { <#lookups#> }
                  or            Begin it, for all lookups until it ends:
                                try Container.main.begin(.workOrder)
                """
            )
            let aliased = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run { Container.main.setAlias(\.sign, for: Sign.self) }
                await Task.detached { _ = Container.main.resolveAssert(Sign.self) }.value
            }
            let injected = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let inject = await MainActor.run { Inject(\.sign) }
                _ = inject.wrappedValue
            }
            let path = """

                  path          Sign, looked up at \(place), bound at \(place)
                                sign: Sign, declared at \(workshop)
                """
            for (result, path) in [(aliased, path), (injected, "\n  declared at   \(workshop)")] {
                expect(
                    result,
                    at: place,
                    """
                    Cannot inject sign: Sign: it is created on MainActor, but the lookup came from elsewhere.\(path)
                      to do         Read the property on the actor, or wait for it:
                                    await Container.main.sign
                      or            Declare the property 'nonisolated', if its initializer needs no actor.
                    """
                )
            }
        }
    }
#endif
