import Compat
import Testing
import Wormer

// These declarations are outside the tests, because the body of an exit test counts as one line.

private let lineOfTheCall = UInt(#line) + 3

private func resolveHeater() {
    let _: Heater = Resolver.shared.resolve()
}

private let lineOfTheProperty = UInt(#line) + 3

private struct Stove {
    @Inject var heater: Heater
}

@Suite("Messages show mistakes with the tutorial's Resolver and their remedies")
struct ResolverMistakeTests {
    /// The message of the error with which `Resolver` ends the process, without line numbers.
    private func message<T>(_ type: T.Type) -> String? {
        let location = CodeLocation(fileID: #fileID, line: #line, facade: .resolver)
        let error = #expect(throws: InjectionError.self) { try Injector.default.dependency(type, at: location) }
        return error?.description.withoutLocations
    }

    @Test("The message says what was added, and what to write with Resolver")
    func messages() async {
        let place = "CompatTests/ResolverMistakeTests.swift:LINE"
        await withEmptyResolver {
            Resolver.shared.add(Heater(), as: Appliance.self)
            #expect(
                message(Heater.self) == """
                    Cannot inject Heater: nothing was added for it.
                      looked up at  \(place)
                      near misses   Appliance, which it implements, added at \(place)
                      to do         Resolve the interface, or add the type itself:
                                    let appliance: Appliance = Resolver.shared.resolve()
                    """
            )
            Injector.default.unbindAll()
            Resolver.shared.add(Heater())
            #expect(
                message((any Appliance).self) == """
                    Cannot inject Appliance: nothing was added for it.
                      looked up at  \(place)
                      near misses   Heater, which conforms to it, added at \(place)
                      to do         Add the object that was added for it, too:
                                    Resolver.shared.add(Resolver.shared.resolve() as Heater, as: Appliance.self)
                    """
            )
            await MainActor.run { bindHeaterOnMainActor() }
            #expect(
                message(Heater.self) == """
                    Cannot inject Heater: it is created on MainActor, but the lookup came from elsewhere.
                      looked up at  \(place)
                      bound at      CompatTests/Appliances.swift:LINE
                      to do         Resolve it on MainActor, or wait for it, with 'import Wormer':
                                    try await Injector.default.asyncInstance(for: Heater.self)
                      or            Add it with code that belongs to no actor:
                                    Resolver.shared.add(<#Heater#>, as: Heater.self)
                    """
            )
        }
    }
}

#if os(macOS) || os(Linux)
    extension ResolverMistakeTests {
        @Test("The process ends at the line of the call of resolve(), or of the property with @Inject")
        func lines() async {
            let resolved = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                resolveHeater()
            }
            let injected = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Stove()
            }
            for (result, line) in [(resolved, lineOfTheCall), (injected, lineOfTheProperty)] {
                #expect(result?.standardError.contains("ResolverMistakeTests.swift:\(line): Fatal error: ") == true)
                #expect(
                    result?.fatalErrorText == """
                        CompatTests/ResolverMistakeTests.swift:LINE: Fatal error: Cannot inject Heater: nothing was \
                        added for it.
                          to do         Add it before it is resolved:
                                        Resolver.shared.add(<#Heater#>, as: Heater.self)
                        """
                )
            }
        }
    }
#endif
