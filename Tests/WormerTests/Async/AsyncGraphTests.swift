import Testing
import Wormer

private final class Source: Sendable {}
private struct Stage: Sendable { let source: Source }
private struct Reader: Sendable { let stage: Stage }

@Suite("The graph and the checks of what is made asynchronously")
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

    // Stage was a fault: it was asked for by a request that cannot wait.
    @Test("What has to be awaited is checked by its parameters and not made", arguments: [false, true])
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

    @Test("A parameter of an asynchronous initializer that nobody binds is a fault")
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

    @Test("What an asynchronous closure asks for is in the graph once it has run, also what child tasks ask for")
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

// There, because only one trace is on at a time; with types of its own, because other tests run meanwhile.
extension TraceTests {
    private final class Spring: Sendable {}
    private struct Brook: Sendable { let spring: Spring }
    private struct River: Sendable { let brook: Brook }

    @Test("Requests that wait are shown too, with their depth and how they were answered")
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
