import Compat
import Testing
import Wormer

#if os(macOS) || os(Linux)
    private final class Heeter: Injectable {}

    // These declarations are outside the tests, because the body of an exit test counts as one line.

    private let lineOfTheCall = UInt(#line) + 3

    private func resolveHeater() {
        let _: Heater = Resolver.shared.resolve()
    }

    private let lineOfTheProperty = UInt(#line) + 3

    private struct Stove {
        @Inject var heater: Heater
    }

    @Suite("Error texts show mistakes with the tutorial's Resolver and their remedies")
    struct ResolverMistakeTests {
        @Test("The error for a missing object shows how to add it")
        func notAdded() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let _: Heater = Resolver.shared.resolve()
            }
            #expect(
                result?.fatalErrorText == """
                    CompatTests/ResolverMistakeTests.swift:LINE: Fatal error: Cannot inject Heater: nothing was added \
                    for it.
                      to do         Add it before it is resolved:
                                    Resolver.shared.add(<#Heater#>, as: Heater.self)
                    """
            )
        }

        @Test("The error of @Inject for an object that was added as a protocol shows the request for that protocol")
        func otherType() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Resolver.shared.add(Heater(), as: Appliance.self)
                @Inject var heater: Heater
            }
            #expect(
                result?.fatalErrorText == """
                    CompatTests/ResolverMistakeTests.swift:LINE: Fatal error: Cannot inject Heater: nothing was added \
                    for it.
                      near misses   Appliance, which it implements, added at \
                    CompatTests/ResolverMistakeTests.swift:LINE
                      to do         Resolve the interface, or add the type itself:
                                    let appliance: Appliance = Resolver.shared.resolve()
                    """
            )
        }

        // Defect: the code was `Resolver.shared.add(<#Appliance#>, as: Appliance.self)`, although the object was added.
        @Test("The error for a protocol whose implementation was added shows how to add it for the protocol")
        func onlyImplementation() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Resolver.shared.add(Heater())
                let _: Appliance = Resolver.shared.resolve()
            }
            #expect(
                result?.fatalErrorText == """
                    CompatTests/ResolverMistakeTests.swift:LINE: Fatal error: Cannot inject Appliance: nothing was added \
                    for it.
                      near misses   Heater, which conforms to it, added at CompatTests/ResolverMistakeTests.swift:LINE
                      to do         Add the object that was added for it, too:
                                    Resolver.shared.add(Resolver.shared.resolve() as Heater, as: Appliance.self)
                    """
            )
        }

        @Test("The error for a missing parameter shows the path from the injector's binding")
        func path() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Injector.default.bind(Kitchen.self, to: .using(Kitchen.init(heater:)))
                let _: Kitchen = Resolver.shared.resolve()
            }
            #expect(
                result?.fatalErrorText == """
                    CompatTests/ResolverMistakeTests.swift:LINE: Fatal error: Cannot inject Heater: nothing was added \
                    for it.
                      path          Kitchen, looked up at CompatTests/ResolverMistakeTests.swift:LINE, bound at \
                    CompatTests/ResolverMistakeTests.swift:LINE
                                    Heater, looked up at CompatTests/ResolverMistakeTests.swift:LINE
                      to do         Add it before it is resolved:
                                    Resolver.shared.add(<#Heater#>, as: Heater.self)
                    """
            )
        }

        @Test("The error for an asynchronous binding shows the awaited request")
        func asynchronous() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Injector.default.bind(Heater.self, to: .async { Heater() })
                let _: Heater = Resolver.shared.resolve()
            }
            #expect(
                result?.fatalErrorText == """
                    CompatTests/ResolverMistakeTests.swift:LINE: Fatal error: Cannot inject Heater: it is created \
                    asynchronously, and the lookup cannot wait for it.
                      to do         Wait for it, with 'import Wormer', unless a shared instance already exists:
                                    try await Injector.default.asyncInstance(for: Heater.self)
                    """
            )
        }

        @Test("The error for a main-actor binding shows the awaited request")
        func mainActor() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run { bindHeaterOnMainActor() }
                await Task.detached { let _: Heater = Resolver.shared.resolve() }.value
            }
            #expect(
                result?.fatalErrorText == """
                    CompatTests/ResolverMistakeTests.swift:LINE: Fatal error: Cannot inject Heater: it is created on \
                    MainActor, but the lookup came from elsewhere.
                      bound at      CompatTests/Appliances.swift:LINE
                      to do         Add an instance that belongs to no actor instead:
                                    Resolver.shared.add(<#Heater#>, as: Heater.self)
                      or            Resolve it on MainActor, or wait for it, with 'import Wormer':
                                    try await Injector.default.asyncInstance(for: Heater.self)
                    """
            )
        }

        @Test("The error of resolve() names the line of the call")
        func line() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                resolveHeater()
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("CompatTests/ResolverMistakeTests.swift:\(lineOfTheCall): Fatal error: "))
        }

        @Test("The error of @Inject names the line of the property, not of the creation of its owner")
        func wrapper() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Stove()
            }
            #expect(
                result?.fatalErrorText == """
                    CompatTests/ResolverMistakeTests.swift:LINE: Fatal error: Cannot inject Heater: nothing was added for \
                    it.
                      to do         Add it before it is resolved:
                                    Resolver.shared.add(<#Heater#>, as: Heater.self)
                    """
            )
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("CompatTests/ResolverMistakeTests.swift:\(lineOfTheProperty): Fatal error: "))
        }

        @Test("The error of resolve() for an object that was added as a protocol shows the request for that protocol")
        func protocols() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Resolver.shared.add(Heater(), as: Appliance.self)
                let _: Heater = Resolver.shared.resolve()
            }
            #expect(
                result?.fatalErrorText == """
                    CompatTests/ResolverMistakeTests.swift:LINE: Fatal error: Cannot inject Heater: nothing was added for \
                    it.
                      near misses   Appliance, which it implements, added at \
                    CompatTests/ResolverMistakeTests.swift:LINE
                      to do         Resolve the interface, or add the type itself:
                                    let appliance: Appliance = Resolver.shared.resolve()
                    """
            )
        }

        @Test("The error for a missing object shows an object of a type with a similar name")
        func similarNames() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Resolver.shared.add(Heeter())
                @Inject var heater: Heater
            }
            #expect(
                result?.fatalErrorText == """
                    CompatTests/ResolverMistakeTests.swift:LINE: Fatal error: Cannot inject Heater: nothing was added for \
                    it.
                      near misses   Heeter, added at CompatTests/ResolverMistakeTests.swift:LINE
                      to do         Add it before it is resolved:
                                    Resolver.shared.add(<#Heater#>, as: Heater.self)
                    """
            )
        }

        @Test("The error in an initializer shows the path from the outermost request")
        func closurePath() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Injector.default.bind(
                    Appliance.self,
                    to: .make {
                        let _: Heater = Resolver.shared.resolve()
                        return Heater()
                    }
                )
                let _: any Appliance = Resolver.shared.resolve()
            }
            #expect(
                result?.fatalErrorText == """
                    CompatTests/ResolverMistakeTests.swift:LINE: Fatal error: Cannot inject Heater: nothing was added for \
                    it.
                      path          Appliance, looked up at CompatTests/ResolverMistakeTests.swift:LINE, bound at \
                    CompatTests/ResolverMistakeTests.swift:LINE
                                    Heater, looked up at CompatTests/ResolverMistakeTests.swift:LINE
                      to do         Add it before it is resolved:
                                    Resolver.shared.add(<#Heater#>, as: Heater.self)
                    """
            )
        }
    }
#endif
