import Fusion
import Testing
import Wormer
import WormerTesting

private enum Shelf {}

extension Container { @Service fileprivate var shared = "shared" }

/// The issues that `body` records, those that are warnings with a mark.
private func recorded(_ body: () -> Void) -> [String] {
    let recorded = Shared<[String]>([])
    let expectation = RunningTest.Expectation { text, location, _, isWarning in
        recorded.change { $0.append("\(isWarning ? "warning at " : "")\(location): \(text)".withoutLocations) }
        return true
    }
    RunningTest.$expectation.withValue(expectation, operation: body)
    return recorded.value
}

private func warning(_ what: String, _ label: String, at place: String) -> String {
    """
    warning at WormerTestingTests/\(place).swift:LINE: \(what) for all tests, because this test is not isolated.
      \(label)  WormerTestingTests/\(place).swift:LINE
      to do         Add the trait '.isolatedBindings' to the test or its suite, or call 'withIsolatedBindings'.
                    Otherwise later tests, isolated ones too, start with what this one leaves behind.
    """
}

@Suite("A test that is not isolated and binds for all tests gets a warning", .serialized)
struct SharedBindingTests {
    @Test("Binding, contributing and assigning are warnings, and work as before")
    func changes() {
        let injector = Injector.default
        let found = recorded {
            injector.bind(Shelf?.self, to: .value(nil), fileID: elsewhere, line: 1)
            injector.contribute(to: Shelf?.self, .value(nil), fileID: elsewhere, line: 2)
            Container.shared = "assigned"
            #expect(injector.instances(for: Shelf?.self).count == 1 && Container.shared == "assigned")
        }
        _ = (injector.unbind(Shelf?.self), injector.unbind([Shelf?].self), Container.unassign(\.shared))
        #expect(
            found == [
                warning("Optional<Shelf> was bound", "bound at    ", at: "Elsewhere"),
                warning("contribution to Optional<Shelf> was bound", "bound at    ", at: "Elsewhere"),
                warning("shared: String was assigned", "declared at ", at: "SharedBindingTests"),
            ]
        )
    }

    @Test("A process warns once with the same advice, and again with another one")
    func kinds() {
        let warnings = ["a\n  to do  A1", "b\n  bound at x\n  to do  A1", "a\n  to do  A1\n  A2", "b\n  to do  A1"]
        #expect(warnings.map(RunningTest.isFirst) == [true, false, true, false])
    }

    @Test("An override, an isolated test, another injector and what runs outside tests get none")
    func others() async throws {
        let found = recorded {
            Container.mock {
                $0.shared = "mock"
            } then: {
                Injector.default.bind(Shelf?.self, to: .value(nil))
            }
            Injector(parent: nil).bind(Shelf?.self, to: .value(nil))
            try? withIsolatedBindings(ignoring: [.unusedBinding]) { $0.bind(Shelf?.self, to: .value(nil)) }
        }
        #expect(found == [])
        await Task.detached {
            Injector.default.bind(Shelf?.self, to: .value(nil))
            Injector.default.unbind(Shelf?.self)
        }.value
    }
}
