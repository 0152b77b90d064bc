import Compat
import Fusion
import Testing
import Wormer

@Suite("Container, Injector and Resolver share the main container")
struct MainTests {
    private struct Greeting: Injectable { let text: String }

    private struct Owner { @Fusion.Inject var greeting: Greeting? }

    /// The results of every way to request from the main container.
    private func answers() -> [String?] {
        let injected: Greeting? = Resolver.shared.resolve()
        return [
            Container.resolve(Greeting.self)?.text,
            Container.main.resolve(Greeting.self)?.text,
            Container.default.resolve(Greeting.self)?.text,
            Container(Injector.default).resolve(Greeting.self)?.text,
            Container(parent: .main).resolve(Greeting.self)?.text,
            Injector.default.safeInstance(for: Greeting.self)?.text,
            injected?.text,
            Owner().greeting?.text,
        ]
    }

    private func expectAll(_ text: String?, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(answers() == Array(repeating: text, count: 8), sourceLocation: sourceLocation)
    }

    @Test("Container, Injector and Resolver find each other's bindings, and the last binding applies")
    func oneStorage() {
        withEmptyMain {
            expectAll(nil)
            Container.bind(value: Greeting(text: "Container.bind"))
            expectAll("Container.bind")
            Injector.default.bind(Greeting.self, to: .make { Greeting(text: "Injector.default") })
            expectAll("Injector.default")
            Resolver.shared.add(Greeting(text: "Resolver.shared"))
            expectAll("Resolver.shared")
            Container.main.register(.singleton, value: Greeting(text: "Container.main"))
            expectAll("Container.main")
            Container.set(Greeting(text: "set"), for: Greeting.self)
            expectAll("set")
            Injector.default.unbind(Greeting.self)
            expectAll(nil)
        }
    }

    @Test("Assigning Container.main redirects all lookups to the new container")
    func replacing() {
        withEmptyMain {
            let first = Container.main
            first.bind(value: Greeting(text: "first"))
            expectAll("first")

            let second = Container()
            second.bind(value: Greeting(text: "second"))
            Container.main = second
            expectAll("second")
            #expect(first.resolve(Greeting.self)?.text == "first")

            Container.default = Container()
            expectAll(nil)
            Container.bind(value: Greeting(text: "third"))
            expectAll("third")
            #expect(second.resolve(Greeting.self)?.text == "second")

            let injector = Injector.default
            Container.main = first
            #expect(Injector.default === injector)
            expectAll("first")
            #expect(Container.main === first && Container.default === first)
            let child = Container(parent: .main)
            Container.main = second
            #expect(child.resolve(Greeting.self)?.text == "first")
        }
    }

    @Test("Assigning Container.main in an override applies in the override only")
    func insideOverrides() {
        withEmptyMain {
            let outside = Container.main
            outside.bind(value: Greeting(text: "outside"))
            Container.mock { _ in
            } then: {
                Container.main = Container()
                Container.bind(value: Greeting(text: "inside"))
                expectAll("inside")
                #expect(Container.main !== outside)
                Container.mock { _ in
                } then: {
                    expectAll("inside")
                    Container.main = Container()
                    expectAll(nil)
                }
                expectAll("inside")
            }
            expectAll("outside")
            #expect(Container.main === outside)
        }
    }
}
