import Testing
import Wormer

@Suite("Deprecated declarations work as before")
struct DeprecatedTests {
    private protocol Part {}
    private struct Stone {}

    @Test("A binding whose closure does not return the interface's type compiles, and its lookups throw")
    @available(*, deprecated)
    func notConforming() {
        let injector = Injector(parent: nil)
        injector.bind(interface: Part.self, toImplementation: Stone.self) { Stone() }
        let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Part.self) }
        guard case .doesNotConform(_, let actual) = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(ObjectIdentifier(actual) == ObjectIdentifier(Stone.self))
    }
}
