import Testing
import Wormer

private final class Source: Sendable {}
private struct Stage: Sendable { let source: Source }
private struct Reader: Sendable { let stage: Stage }

@Suite("The graph and verify() cover asynchronous factories")
struct AsyncGraphTests {
    private let injector = Injector(parent: nil)

    private func bindAll() {
        injector.bind(
            Source.self,
            lifetime: .singleton,
            to: .async {
                await Task.yield()
                return Source()
            }
        )
        injector.bind(interface: Stage.self, toImplementation: Stage.self, initializer: Stage.init(source:))
        injector.bind(Reader.self, to: .asyncUsing(Reader.init(stage:)))
    }

    // Defect: verify() reported `Stage` as a fault, because a synchronous request cannot create it.
    @Test(
        "verify() checks the parameters of asynchronous factories and does not run the factories",
        arguments: [false, true]
    )
    func verify(making: Bool) throws {
        bindAll()
        let text = try injector.verify(making: making).description.withoutLocations
        #expect(
            text == """
                2 bindings verified.
                Not verified: these closures have not run, so their requests are unknown. 'verify(making: true)' \
                runs those that are not asynchronous:
                  - Source (WormerTests/AsyncGraphTests.swift:LINE)
                """
        )
    }

    @Test("An unbound parameter of an asynchronous initializer is a fault")
    func missing() {
        injector.bind(Reader.self, to: .asyncUsing(Reader.init(stage:)))
        let error = #expect(throws: VerificationError.self) { try injector.verify() }
        #expect(
            error?.description.withoutLocations == """
                1 fault in the bindings:
                  - Stage is not bound; Reader (WormerTests/AsyncGraphTests.swift:LINE) needs it
                """
        )
    }

    @Test("A declared cycle through asynchronous initializers is a fault")
    func cycle() {
        injector.bind(Int.self, to: .asyncUsing { (text: String) in text.count })
        injector.bind(interface: String.self, toImplementation: String.self, initializer: { (_: Int) in "" })
        let error = #expect(throws: VerificationError.self) { try injector.verify() }
        #expect(
            error?.description.withoutLocations == """
                1 fault in the bindings:
                  - cycle: Int (WormerTests/AsyncGraphTests.swift:LINE) -> \
                String (WormerTests/AsyncGraphTests.swift:LINE) -> Int (WormerTests/AsyncGraphTests.swift:LINE)
                """
        )
    }

    @Test("The graph shows the requests of an asynchronous closure and its child tasks after the closure has run")
    func observed() async throws {
        let injector = injector
        injector.bind(interface: Source.self, toImplementation: Source.self) { Source() }
        injector.bind(interface: Int.self, toImplementation: Int.self) { 1 }
        injector.bind(
            Reader.self,
            to: .async {
                async let number = injector.asyncInstance(for: Int.self)
                let source = try await injector.asyncInstance(for: Source.self)
                _ = try await number
                return Reader(stage: Stage(source: source))
            }
        )
        #expect(injector.graph.edges.isEmpty)
        _ = try await injector.asyncInstance(for: Reader.self)
        let asked = injector.graph.edges.compactMap { $0.to.split(separator: ".").last }
        #expect(asked.sorted() == ["Int", "Source"])
    }
}

// This test extends `TraceTests`, which is serialized, because only one trace is active at a time. It has types of its
// own, because other tests run at the same time.
extension TraceTests {
    private final class Spring: Sendable {}
    private struct Brook: Sendable { let spring: Spring }
    private struct River: Sendable { let brook: Brook }

    @Test("A trace shows awaited requests with their depth and outcome")
    func asynchronous() async throws {
        let injector = Injector(parent: nil)
        injector.bind(Spring.self, lifetime: .singleton, to: .async { Spring() })
        injector.bind(interface: Brook.self, toImplementation: Brook.self, initializer: Brook.init(spring:))
        injector.bind(River.self, to: .asyncUsing(River.init(brook:)))
        let lines = Shared<[String]>([])
        Injector.trace { event in
            if [Spring.self, Brook.self, River.self].contains(where: { $0 == event.interface }) {
                lines.change { $0.append("\(event.depth) \(event.interface) \(event.outcome)") }
            }
        }
        defer { Injector.trace(nil) }
        _ = try await injector.asyncInstance(for: River.self)
        _ = injector.safeInstance(for: River.self)
        _ = try await injector.asyncInstance(for: Spring.self)
        injector.bind(Spring.self, to: .async { throw PlannedFailure(description: "no") })
        _ = try? await injector.asyncInstance(for: Brook.self)
        Injector.trace(nil)
        #expect(
            lines.value == [
                "2 Spring made", "1 Brook made", "0 River made",
                "0 River failed",
                "0 Spring cached",
                "1 Spring failed", "0 Brook failed",
            ]
        )
    }
}
