import Fusion
import Testing
import Wormer
import WormerGraph
import WormerTesting

private protocol Mailer: Sendable { var name: String { get } }

private struct LiveMailer: Mailer { let name = "live" }

private struct MockMailer: Mailer { let name = "mock" }

extension Container {
    @Service fileprivate var mailer: any Mailer = LiveMailer()
    @Service(.singleton) fileprivate var sharedMailer: any Mailer = LiveMailer()
    @Service fileprivate var unsetMailer: any Mailer
    @Service fileprivate var optionalMailer: (any Mailer)?
    @Service fileprivate var concreteMailer: some Mailer = LiveMailer()
    @Service fileprivate var letter = "letter by \(mailer.name)"

    fileprivate var noService: Int { 1 }
}

private let fileID: StaticString = "FusionTests/Elsewhere.swift"

/// Runs `body` and expects these issues, compared without line numbers.
private func expectIssues(
    _ expected: [String],
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Void
) rethrows {
    let recorded = Shared<[String]>([])
    try RunningTest.$expectation.withValue(
        RunningTest.Expectation { text, location, _, _ in
            recorded.change { $0.append("\(location): \(text)".withoutLocations) }
            return true
        },
        operation: body
    )
    #expect(recorded.value == expected, sourceLocation: sourceLocation)
}

private let place = "FusionTests/UnimplementedServiceTests.swift:LINE"

/// The issue of a read at the declaration, with the location of the call of `unimplemented`.
private func issue(_ name: String, _ type: String = "Mailer", path: [String]? = nil) -> String {
    """
    \(place): \(name): \(type) was looked up, but is unimplemented.
      \(path.map { "path          " + $0.joined(separator: "\n                ") } ?? "declared at   \(place)")
      assigned at   FusionTests/Elsewhere.swift:LINE
      to do         Assign an implementation, or find out why it is used:
                    Container.main.\(name) = <#\(type)#>
    """
}

@Suite("An unimplemented service reports its use")
struct UnimplementedServiceTests {
    @Test("Each read of an unimplemented service is an issue at its declaration and returns the placeholder")
    func placeholder() {
        Container.mock {
            $0.unimplemented(\.mailer, placeholder: MockMailer(), fileID: fileID, line: 1)
            $0.unimplemented(\.sharedMailer, placeholder: MockMailer(), fileID: fileID, line: 2)
            $0.unimplemented(\.unsetMailer, placeholder: MockMailer(), fileID: fileID, line: 3)
            $0.unimplemented(\.optionalMailer, placeholder: nil, fileID: fileID, line: 4)
        } then: {
            struct Reader { @Inject(\.mailer) var mailer }
            for _ in 0..<2 { expectIssues([issue("mailer")]) { #expect(Container.mailer.name == "mock") } }
            let injected = issue("mailer").replacing("  declared", with: "  injected at   \(place)\n  declared")
            expectIssues([injected]) { #expect(Reader().mailer.name == "mock") }
            for _ in 0..<2 {
                expectIssues([issue("sharedMailer")]) { #expect(Container.main.sharedMailer.name == "mock") }
            }
            expectIssues([issue("unsetMailer")]) { #expect(Container.main.unsetMailer.name == "mock") }
            expectIssues([issue("optionalMailer", "Optional<Mailer>")]) { #expect(Container.optionalMailer == nil) }
            let child = Container(parent: .main)
            expectIssues([issue("mailer")]) { #expect(child.mailer.name == "mock") }
        }
        #expect(Container.mailer.name == "live")
    }

    @Test("The issue of an unimplemented service behind an alias shows the alias")
    func alias() {
        Container.mock {
            $0.setAlias(\.mailer, for: (any Mailer).self, fileID: fileID, line: 2)
            $0.unimplemented(\.mailer, placeholder: MockMailer(), fileID: fileID, line: 1)
        } then: {
            let elsewhere = "FusionTests/Elsewhere.swift:LINE"
            let alias = "Mailer, looked up at \(elsewhere), bound at \(elsewhere)"
            expectIssues([issue("mailer", path: [alias, "mailer: Mailer, declared at \(place)"])]) {
                #expect(Container.resolve((any Mailer).self, fileID: fileID, line: 3)?.name == "mock")
            }
        }
    }

    @Test("Assigning, mocking and unassigning replace an unimplemented service, and vice versa")
    func takenBack() {
        Container.mock {
            $0.unimplemented(\.mailer)
            $0.unimplemented(\.sharedMailer)
            $0.unimplemented(\.unsetMailer)
            $0.unimplemented(\.letter)
        } then: {
            Container.mailer = MockMailer()
            #expect(Container.mailer.name == "mock")
            Container.mock(\.unsetMailer, value: MockMailer())
            #expect(Container.unsetMailer.name == "mock")
            Container.unassign(\.sharedMailer)
            #expect(Container.sharedMailer.name == "live")
            Container.unassignAll()
            #expect(Container.letter == "letter by live")
            Container.mailer = MockMailer()
            Container.main.unimplemented(\.mailer, placeholder: LiveMailer(), fileID: fileID, line: 1)
            expectIssues([issue("mailer")]) { #expect(Container.mailer.name == "live") }
        }
    }

    @Test("verify() accepts an unimplemented service and does not count as its use")
    func graph() async throws {
        // Another test may bind something in the main container.
        let own = Container()
        try knowingFiles(["UnimplementedServiceTests.swift"]) {
            own.unimplemented(\.unsetMailer, fileID: fileID, line: 1)
            own.unimplemented(\.mailer, fileID: fileID, line: 2)
            try own.injector.verify()
            let line = "Mailer (mailer) [unimplemented] FusionTests/UnimplementedServiceTests.swift:LINE"
            #expect(own.injector.explain(\Container.mailer).withoutLocations == line)
        }
        let container = Container()
        container.unimplemented(\.mailer, fileID: fileID, line: 2)
        try await knowingFiles([]) { _ = try await container.injector.verifyInstances() }
    }
}

#if os(macOS) || os(Linux)
    extension UnimplementedServiceTests {
        @Test("Reading an unimplemented service without a placeholder ends an exit test, without an issue")
        func exit() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Container.mock {
                    $0.unimplemented(\.concreteMailer, fileID: fileID, line: 1)
                } then: {
                    _ = Container.main.concreteMailer
                }
            }
            let text = "Fatal error: concreteMailer: LiveMailer was looked up, but is unimplemented.\n  assigned at "
            #expect(result?.fatalErrorText.contains(text) == true)
        }

        @Test("Making a property without @Service unimplemented ends the process")
        func noService() async {
            let results = [
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    Container.main.unimplemented(\.noService)
                },
                await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                    Container.main.unimplemented(\.noService, placeholder: 2)
                },
            ]
            for result in results {
                #expect(
                    result?.fatalErrorText == """
                        FusionTests/UnimplementedServiceTests.swift:LINE: Fatal error: Cannot make this property of the \
                        type Int unimplemented: it is not declared with '@Service' or '@Provides'.
                        """
                )
            }
        }
    }
#endif
