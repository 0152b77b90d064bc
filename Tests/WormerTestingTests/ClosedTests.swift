import Fusion
import Testing
import Wormer
import WormerTesting

private protocol Mailer: Sendable {}
private struct LiveMailer: Mailer {}
private struct FakeMailer: Mailer {}

@MainActor private final class Screen {
    nonisolated init() {}
    static func make(mailer: any Mailer) -> Screen { Screen() }
}

private struct Newsletter: Sendable {
    let mailer: any Mailer
    static func open(mailer: any Mailer) async -> Newsletter { Newsletter(mailer: mailer) }
}

private let program: StaticString = "Program/Bindings.swift"

extension Injector {
    /// Binds as a function of the program does.
    fileprivate func bindProgram() {
        bind((any Mailer).self, to: .make { LiveMailer() }, fileID: program, line: 1)
        let newsletter = Factory.using(Newsletter.init(mailer:), fileID: program, line: 2)
        bind(Newsletter.self, to: newsletter, fileID: program, line: 3)
    }

    fileprivate func bindLive<P>(_ interface: P.Type, _ factory: Factory<P>) {
        bind(interface, to: factory, fileID: program, line: 1)
    }
}

/// The issue of a lookup for a newsletter on a line of another file.
private func liveMailer(_ line: Int) -> String {
    """
    Program/Bindings.swift:2: Mailer is live: the test created it with a binding of the program.
      path          Newsletter, looked up at WormerTestingTests/Elsewhere.swift:\(line), bound at Program/Bindings.swift:3
                    Mailer, looked up at Program/Bindings.swift:2, bound at Program/Bindings.swift:1
      to do         Bind a mock in the test before it is resolved:
                    Injector.default.bind(Mailer.self, to: .make { <#Mailer#> })
      or            Allow it:
                    allowingLive: .only([Mailer.self])
    """
}

/// Looks up a newsletter on a line of another file.
private func lookUpNewsletter(line: UInt) -> Newsletter {
    Injector.default.instance(for: Newsletter.self, fileID: elsewhere, line: line)
}

@Suite(
    "A closed test reports the live instances that it creates, and goes on",
    .reporting(),
    .isolatedBindings(allowingLive: .none) { $0.bindProgram() }
)
struct ClosedSuiteTests {
    @Test("A closure of the program is live, with the path and the line to write", .reporting(liveMailer(1)))
    func live() {
        #expect(lookUpNewsletter(line: 1).mailer is LiveMailer)
    }

    @Test("A binding of the test is not live, also in a mock")
    func fake() {
        Injector.default.bind((any Mailer).self, to: .make { FakeMailer() })
        #expect(lookUpNewsletter(line: 3).mailer is FakeMailer)
        Container.mock {
            $0.bind((any Mailer).self, value: FakeMailer())
        } then: {
            #expect(lookUpNewsletter(line: 4).mailer is FakeMailer)
        }
    }

    // Without this, every mock would open the test.
    @Test("A closed test stays closed in a mock and in an inner isolation", .reporting(liveMailer(5), liveMailer(6)))
    func nested() throws {
        Container.mock {
            $0.bind(value: 1)
        } then: {
            #expect(lookUpNewsletter(line: 5).mailer is LiveMailer)
        }
        try withIsolatedBindings { _ in #expect(lookUpNewsletter(line: 6).mailer is LiveMailer) }
    }

    @Test(
        "The trait of a test can allow more than its suite",
        .isolatedBindings(allowingLive: .only([(any Mailer).self]))
    )
    func allowed() {
        #expect(lookUpNewsletter(line: 7).mailer is LiveMailer)
    }

    @Test(
        "The bindings of a test module are not live",
        .isolatedBindings(allowingLive: .none, testModules: ["Program"])
    )
    func testModule() {
        #expect(lookUpNewsletter(line: 8).mailer is LiveMailer)
    }

    @Test("A live instance is no issue if live instances are ignored")
    func ignored() throws {
        try withIsolatedBindings(ignoring: [.liveInstance], allowingLive: .none) { _ in
            #expect(lookUpNewsletter(line: 9).mailer is LiveMailer)
        }
    }

    @Test("A decorator of the test does not hide that an instance is live", .reporting(liveMailer(10)))
    func decorated() {
        Injector.default.bind(Int.self, to: .value(1))
        Injector.default.decorate((any Mailer).self) { (base: any Mailer, _: Int) in base }
        #expect(lookUpNewsletter(line: 10).mailer is LiveMailer)
    }
}

extension Container {
    @Service fileprivate var closedService = String("live")
    @Service fileprivate var otherService = String("live")
    @MainActor @Service fileprivate var closedTitle = Substring("live")
    @Service fileprivate var pinSize: Int = 6
    @Service fileprivate var timeout = -2 * (60.5 + 1) as Double
    @Service(.singleton) fileprivate var names: [String: [Int?]] = ["a": [1, nil], "b": []]
    @Service fileprivate var isOn = !true || 1 < 2
    @MainActor @Service fileprivate var title: StaticString = """
        several lines
        """
    @Service fileprivate var longTimeout = Container.timeout * 2
    @Provides(.singleton) fileprivate func closedText() -> String { String("live") }
    @Provides(.singleton) fileprivate func closedName(id: Int, of text: String) throws -> String { String("live") }
    @Provides fileprivate func closedLine(_ number: Int) -> String { String("live") }
    @Provides(lifetime: .weak) fileprivate func closedScreen() async throws -> Screen { Screen() }
    @Provides fileprivate func closedPage(_ number: Int) async -> String { String("live") }
}

/// Calls each function of a program that a closed test may assign, and expects a text.
private func callFunctions(expecting text: String) async throws {
    let container = Container.main
    _ = try await container.closedScreen()
    let texts = [
        container.closedText(), container.closedTextProvider(), try container.closedName(id: 1, of: "a"),
        container.closedLine(1), container.closedLineProvider(2), await container.closedPage(1),
        await container.closedPageProvider(2),
    ]
    #expect(texts == Array(repeating: text, count: 7))
}

/// Assigns each of these functions.
private func assignFunctions(of container: Container = .main) {
    container.closedTextProvider = { "fake" }
    container.closedNameProvider = { _, _ in "fake" }
    container.closedLineProvider = { _ in "fake" }
    container.closedScreenProvider = { Screen() }
    container.closedPageProvider = { _ in "fake" }
}

@Suite("A closed test tells live instances from others by their bindings")
struct LiveBindingTests {
    /// The first line of each issue of a closed test whose module is another one.
    private func live(_ body: @escaping @Sendable (Injector) async throws -> Void) async throws -> [String] {
        let found = try await issues {
            try await withIsolatedBindings(allowingLive: .none, body, fileID: "OtherTests/Test.swift")
        }
        return found.map { String($0.split(separator: "\n")[0].split(separator: " ", maxSplits: 1)[1]) }
    }

    private let text = ["String is live: the test created it with a binding of the program."]

    @Test("Closures, asynchronous functions and functions of the main actor are live")
    func closures() async throws {
        let factories: [Factory<String>] = [
            .make { "live" }, .make { _ in "live" }, .using(String.init), .async { "live" }, .async { _ in "live" },
            .onMainActor { "live" }, .onMainActor { _ in "live" },
        ]
        for factory in factories {
            let found = try await live { injector in
                injector.bindLive(String.self, factory)
                _ = try await injector.asyncInstance(for: String.self)
            }
            #expect(found == text)
        }
        let classic = try await live { injector in
            injector.bind(interface: String.self, toImplementation: String.self) { "live" }
            injector.bind(interface: String.self, id: 1, toImplementation: String.self, asSingleton: true) { "live" }
            injector.contribute(to: String.self, .make { "live" })
            _ = injector.instance(for: String.self)
            _ = injector.instance(for: String.self, id: 1)
            _ = injector.instance(for: String.self, id: 1)
            _ = injector.instances(for: String.self)
        }
        #expect(
            classic == [
                text[0], "String (id: 1) is live: the test created it with a binding of the program.",
                "contribution to String is live: the test created it with a binding of the program.",
            ]
        )
    }

    @Test("Asynchronous and main-actor functions are live although their parameters are resolved by their types")
    func combined() async throws {
        let found = try await live { injector in
            injector.bindLive((any Mailer).self, .value(FakeMailer()))
            injector.bindLive(Newsletter.self, .async(Newsletter.open(mailer:)))
            injector.bindLive(Screen.self, .onMainActor(Screen.make(mailer:)))
            _ = try await injector.asyncInstance(for: Newsletter.self)
            _ = try await injector.asyncInstance(for: Screen.self)
        }
        #expect(
            found == [
                "Newsletter is live: the test created it with a binding of the program.",
                "Screen is live: the test created it with a binding of the program.",
            ]
        )
    }

    @Test("Values, provided values, aliases, and what a function combines are not live")
    func others() async throws {
        let found = try await live { injector in
            let scope = Scope("closed")
            injector.bindLive((any Mailer).self, .value(FakeMailer()))
            injector.bindLive(Newsletter.self, .using(Newsletter.init(mailer:)))
            injector.bind(Int.self, lifetime: .scope(scope), to: .provided)
            _ = injector.instance(for: Newsletter.self)
            _ = try await injector.asyncInstance(for: Newsletter.self)
            try await injector.withScope(scope, providing: 1) { #expect(injector.instance(for: Int.self) == 1) }
            _ = injector.instance(for: Provider<Newsletter>.self)()
            Container.closedService = "fake"
            Container.main.setAlias(\.closedService, for: String.self)
            #expect(injector.instance(for: String.self) == "fake")
        }
        #expect(found == [])
    }

    @Test("The advice names the type of a service of the main actor, whose key path no trait can have")
    @MainActor func exception() async throws {
        let found = try await issues {
            try withIsolatedBindings(
                allowingLive: .none,
                { _ in _ = (Container.closedService, Container.closedTitle) },
                fileID: "OtherTests/Test.swift"
            )
        }
        let exceptions = found.map { $0.split(separator: "\n").last?.trimmingPrefix { $0 == " " } ?? "" }
        #expect(
            exceptions == ["allowingLive: .only([\\.closedService])", "allowingLive: .only([Substring.self])"]
        )
    }

    @Test("A declared service of another module is live until it is assigned")
    func services() async throws {
        let found = try await live { _ in
            #expect(Container.closedService == "live")
            Container.closedService = "fake"
            #expect(Container.closedService == "fake")
        }
        #expect(found == ["closedService: String is live: the test created it with a binding of the program."])
        try await withIsolatedBindings(allowingLive: .none) { _ in #expect(Container.closedService == "live") }
    }

    @Test("A declared function of another module is live until it is assigned")
    func functions() async throws {
        let found = try await live { _ in
            try await callFunctions(expecting: "live")
            assignFunctions()
            try await callFunctions(expecting: "fake")
        }
        #expect(
            found.map { $0.split(separator: " ")[0] } == [
                "closedScreen():", "closedText():", "closedName(id:", "closedLine(_:):", "closedLine(_:):",
                "closedPage(_:):", "closedPage(_:):",
            ]
        )
    }

    @Test("A function that the test has assigned isn't live in a mock, an inner test or a container of its own")
    func functionsInside() async throws {
        let found = try await live { _ in
            try await Container.mock {
                assignFunctions(of: $0)
            } then: {
                try await callFunctions(expecting: "fake")
            }
            assignFunctions()
            try await Container.mock {
                $0.closedService = "mock"
            } then: {
                try await callFunctions(expecting: "fake")
            }
            try await withIsolatedBindings(
                allowingLive: .none,
                { _ in try await callFunctions(expecting: "fake") },
                fileID: "OtherTests/Test.swift"
            )
            let container = Container()
            assignFunctions(of: container)
            #expect(container.closedText() == "fake" && container.closedLine(1) == "fake")
        }
        #expect(found == [])
    }

    @Test("A placeholder of the test for a function is no live instance beside the issue of its call")
    func placeholders() async throws {
        let found = try await live { _ in
            Container.main.unimplemented(\.closedLineProvider, placeholder: { _ in "fake" })
            #expect(Container.main.closedLine(1) == "fake")
        }
        #expect(found == ["closedLine(_:): String was looked up, but is unimplemented."])
    }

    @Test("A function that the program has assigned is live in a test")
    func functionsOfProgram() async throws {
        let container = Container()
        assignFunctions(of: container)
        let found = try await live { _ in
            #expect(container.closedText() == "fake" && container.closedLine(1) == "fake")
            container.closedLineProvider = { _ in "fake" }
            #expect(container.closedLine(1) == "fake")
        }
        #expect(
            found == [
                "closedText(): String is live: the test created it with a binding of the program.",
                "closedLine(_:): String is live: the test created it with a binding of the program.",
            ]
        )
    }

    @Test("The message about a function names the property that allows it")
    func allowedFunctions() async throws {
        let found = try await issues {
            try await withIsolatedBindings(
                allowingLive: .only([\.closedNameProvider, \.closedScreenProvider, \.closedPageProvider]),
                { _ in
                    _ = try Container.main.closedName(id: 1, of: "a")
                    _ = try await Container.main.closedScreen()
                    #expect(await Container.main.closedPage(1) == "live")
                    #expect(Container.main.closedLine(1) == "live")
                },
                fileID: "OtherTests/Test.swift"
            )
        }
        #expect(found.count == 1)
        #expect(
            found.first?.plainLines.suffix(4) == [
                "to do         Assign a mock in the test before it is resolved:",
                "Container.main.closedLineProvider = { _ in <#String#> }", "or            Allow it:",
                "allowingLive: .only([\\.closedLineProvider])",
            ]
        )
    }

    @Test("A service whose initializer has only literals and operators is not live")
    func constants() async throws {
        let found = try await live { _ in
            _ = (Container.pinSize, Container.timeout, Container.names, Container.isOn)
            _ = await Container.main.title
            _ = Container.longTimeout
        }
        #expect(found == ["longTimeout: Double is live: the test created it with a binding of the program."])
    }

    @Test("Exceptions can be named by the key paths of services, beside types")
    func keyPaths() async throws {
        for (allowed, expected) in [
            (.only([\.closedService]), ["otherService"]),
            (.only([], [\.closedService, \.otherService]), []),
            (.only([Int.self], [\.otherService]), ["closedService"]),
            (.only([String.self]), []), (.only([]), ["closedService", "otherService"]),
        ] as [(LiveInstances, [String])] {
            let found = try await issues {
                try await withIsolatedBindings(
                    allowingLive: allowed,
                    { _ in _ = (Container.closedService, Container.otherService) },
                    fileID: "OtherTests/Test.swift"
                )
            }
            #expect(found.map { $0.components(separatedBy: ": ")[1] } == expected)
        }
    }

    // Outside tests, nobody would show the issue otherwise.
    @Test("Outside tests, the first live instance is thrown after the closure")
    func outside() async {
        let thrown = await Task.detached { () -> (any Error)? in
            do {
                try withIsolatedBindings(allowingLive: .none) { injector in
                    injector.bindProgram()
                    #expect(lookUpNewsletter(line: 11).mailer is LiveMailer)
                }
                return nil
            } catch {
                return error
            }
        }.value
        let issue = thrown as? IsolationIssue
        #expect(issue.map { "\($0.location): \($0)" } == liveMailer(11))
        #expect(issue?.kind == .liveInstance && issue?.interface == "Mailer")
    }
}
