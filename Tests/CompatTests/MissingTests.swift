import Compat
import Testing
import Wormer

private protocol Service {}
private struct LiveService: Service {}
private class MyDependency: Injectable {}
private class MyDependancy: Injectable {}

// These declarations are outside the tests, because the body of an exit test counts as one line.

private let lineOfTheCall = UInt(#line) + 3

private func ask() {
    let _: MyDependency = Resolver.shared.resolve()
}

private let lineOfTheProperty = UInt(#line) + 3

private struct ContentView {
    @Inject var dependency: MyDependency
}

@Suite("What was not added ends the process and says so")
struct MissingTests {
    @Test("The error for a missing object names the type and shows how to add it")
    func resolve() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let _: MyDependency = Resolver.shared.resolve()
        }
        #expect(
            result?.lastWords == """
                CompatTests/MissingTests.swift:LINE: Fatal error: Cannot inject MyDependency: nothing was added for \
                it.
                  to do         Add it before it is requested:
                                Resolver.shared.add(<#MyDependency#>, as: MyDependency.self)
                """
        )
    }

    @Test("The error of resolve() names the line of the call")
    func line() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            ask()
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("CompatTests/MissingTests.swift:\(lineOfTheCall): Fatal error: "))
    }

    @Test("The error of @Inject names the line of the property, not of the creation of its owner")
    func wrapper() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = ContentView()
        }
        #expect(
            result?.lastWords == """
                CompatTests/MissingTests.swift:LINE: Fatal error: Cannot inject MyDependency: nothing was added for \
                it.
                  to do         Add it before it is requested:
                                Resolver.shared.add(<#MyDependency#>, as: MyDependency.self)
                """
        )
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("CompatTests/MissingTests.swift:\(lineOfTheProperty): Fatal error: "))
    }

    @Test("The error for an object that was added as a protocol shows that protocol")
    func protocols() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.shared.add(LiveService(), as: Service.self)
            let _: LiveService = Resolver.shared.resolve()
        }
        #expect(
            result?.lastWords == """
                CompatTests/MissingTests.swift:LINE: Fatal error: Cannot inject LiveService: nothing was added for it.
                  near misses   Service, of which it is an implementation, added at \
                CompatTests/MissingTests.swift:LINE
                  to do         Request the interface, or add the type itself:
                                let service: Service = Resolver.shared.resolve()
                """
        )
    }

    @Test("The error for a missing object shows an object of a type with a similar name")
    func similarNames() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Resolver.shared.add(MyDependancy())
            @Inject var dependency: MyDependency
        }
        #expect(
            result?.lastWords == """
                CompatTests/MissingTests.swift:LINE: Fatal error: Cannot inject MyDependency: nothing was added for \
                it.
                  near misses   MyDependancy, added at CompatTests/MissingTests.swift:LINE
                  to do         Add it before it is requested:
                                Resolver.shared.add(<#MyDependency#>, as: MyDependency.self)
                """
        )
    }

    @Test("The error in an initializer shows the path from the outermost request")
    func path() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Injector.default.bind(
                Service.self,
                to: .make {
                    let _: MyDependency = Resolver.shared.resolve()
                    return LiveService()
                }
            )
            let _: any Service = Resolver.shared.resolve()
        }
        #expect(
            result?.lastWords == """
                CompatTests/MissingTests.swift:LINE: Fatal error: Cannot inject MyDependency: nothing was added for \
                it.
                  path          Service, requested at CompatTests/MissingTests.swift:LINE, bound at \
                CompatTests/MissingTests.swift:LINE
                                MyDependency, requested at CompatTests/MissingTests.swift:LINE
                  to do         Add it before it is requested:
                                Resolver.shared.add(<#MyDependency#>, as: MyDependency.self)
                """
        )
    }
}
