import Testing
import Wormer
import WormerTesting

private protocol Plugin: Sendable {}
private struct Live: Plugin {}
private struct Fake: Plugin {}

@Suite(
    "A test can replace contributions",
    .reporting(),
    .isolatedBindings { injector in
        injector.contribute(to: (any Plugin).self, .make { Live() })
        injector.contribute(to: (any Plugin).self, id: 1, .make { Live() })
    }
)
struct ContributionsInTestsTests {
    private var fakes: [Bool] { Injector.default.instances(for: (any Plugin).self).map { $0 is Fake } }

    @Test("Unbinding the array removes the contributions of the suite for this test")
    func array() {
        Injector.default.unbind([any Plugin].self)
        #expect(fakes == [])
        Injector.default.contribute(to: (any Plugin).self, .make { Fake() })
        #expect(fakes == [true])
    }

    @Test("Unbinding an interface that has only contributions is an issue")
    func interface() async {
        let line: UInt = 7
        let found = await issues {
            Injector.default.unbind((any Plugin).self, fileID: elsewhere, line: line)
            Injector.default.unbind(Int.self)
        }
        #expect(
            found == [
                """
                WormerTestingTests/Elsewhere.swift:7: Plugin is not bound, so nothing was removed: its contributions stay.
                  unbound at    WormerTestingTests/Elsewhere.swift:7
                  to do         To remove all contributions, unbind the array:
                                unbind([Plugin].self)
                """
            ]
        )
        #expect(fakes == [false, false])
    }
}
