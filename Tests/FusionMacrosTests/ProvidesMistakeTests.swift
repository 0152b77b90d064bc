import Testing

#if os(macOS) || os(Linux)
    @testable import FusionPlugin

    @Suite("@Provides reports what it cannot provide")
    struct ProvidesMistakeTests {
        private static let function = "be applied to a function "

        @Test(
            "The message says what the function must have or be, at the token that it is about",
            arguments: [
                (
                    "@Provides func x<T>() -> T { y }", "<",
                    "without generic parameters; an instance belongs to values, not to types"
                ),
                (
                    "@Provides func x(a: some P) -> T { y }", "some",
                    "without generic parameters; write 'any' instead of 'some'"
                ),
                (
                    "@Provides func x(a: [some P]) -> T { y }", "some",
                    "without generic parameters; write 'any' instead of 'some'"
                ),
                ("@Provides func x(a: inout Int) -> T { y }", "inout", "without 'inout' parameters"),
                ("@Provides func x(a: Int, b: consuming B) -> T { y }", "consuming", "without 'consuming' parameters"),
                ("@Provides func x(a: borrowing B) -> T { y }", "borrowing", "without 'borrowing' parameters"),
                (
                    "@Provides func x(a: @autoclosure () -> Int) -> T { y }", "autoclosure",
                    "without '@autoclosure'; take a closure or a value"
                ),
                ("@Provides func x(a: Int...) -> T { y }", "...", "without variadic parameters; take an array"),
                (
                    "@Provides func x(@Wrapper of a: Int) -> T { y }", "@Wrapper",
                    "without property wrappers on parameters; wrap the value in the body"
                ),
                (
                    "@Provides func x(@A.Wrapper(3) _ a: () -> Int) -> T { y }", "@A.Wrapper(3)",
                    "without property wrappers on parameters; wrap the value in the body"
                ),
                (
                    "@Provides func x(self: Int) -> T { y }", "self",
                    "without a parameter 'self', which is the container in the body"
                ),
                (
                    "@Provides func x(_ `self`: Int) -> T { y }", "`self`",
                    "without a parameter 'self', which is the container in the body"
                ),
                (
                    "@Provides func x(a __a: Int) -> T { y }", "__a",
                    "without a parameter '__a'; such names belong to the macro"
                ),
                (
                    "@Provides @ArrayBuilder func x() -> T { y }", "@ArrayBuilder",
                    "without '@ArrayBuilder'; call a function that has it"
                ),
                (
                    "@Provides func x() -> some P { y }", "some",
                    "that states the type of its instances; write 'any' instead of 'some'"
                ),
                (
                    "@Provides func x() -> [some P] { y }", "some",
                    "that states the type of its instances; write 'any' instead of 'some'"
                ),
                ("@Provides func x() { y }", "x", "that returns an instance"),
                ("@Provides func x() async throws { y }", "x", "that returns an instance"),
                ("@Provides func x() -> Void { y }", "Void", "that returns an instance"),
                ("@Provides func x() -> () { y }", "() {", "that returns an instance"),
                ("@Provides func x() -> Never { y }", "Never", "that returns an instance"),
                ("@Provides func x() -> (A, B) { y }", "(A, B)", "that returns one instance, not a tuple"),
                (
                    "@Provides func x() -> (a: A, b: [B]) { y }", "(a: A, b: [B])",
                    "that returns one instance, not a tuple"
                ),
                (
                    "@Provides func x(f: () throws -> Int) rethrows -> T { y }", "rethrows",
                    "that 'throws', not 'rethrows'"
                ),
                (
                    "@Provides func x() async throws(E) -> T { y }", "throws(E)",
                    "that 'throws' any error; the property of one that states the type needs iOS 18 or macOS 15"
                ),
                (
                    "@Provides @inlinable func x() -> T { y }", "@inlinable",
                    "without '@inlinable'; its code uses a private type"
                ),
                (
                    "@Provides @backDeployed(before: iOS 17) func x() -> T { y }", "@backDeployed",
                    "without '@backDeployed'; its code uses a private type"
                ),
                ("@Provides func + (a: A, b: B) -> T { y }", "+", "with a name, not an operator"),
            ] as [(Source, String, String)]
        )
        func mistakes(declaration: Source, token: String, rule: String) {
            let expansion = provided(declaration.text)
            #expect(messages(expansion) == ["'@Provides' must " + Self.function + rule])
            let place = declaration.text.dropFirst(9).firstRange(of: token).map {
                declaration.text[..<$0.lowerBound].utf8.count
            }
            #expect(expansion.diagnostics.first?.position.offset == place.map { $0 + offsetOfDeclaration })
            // With its own body, the compiler reports nothing else.
            #expect(expansion.expandedSource == "{ y }")
            #expect(provided(declaration.text, role: "peer") == Expansion())
        }

        @Test(
            "What looks like a mistake and is none expands",
            arguments: [
                "@Provides func x(some: Int) -> T { y }", "@Provides func x(a: (Int, Int)) -> [(A, B)] { y }",
                "@Provides func x(a: () -> Void) -> T { y }", "@Provides func x() -> (T) { y }",
                "@Provides func x() -> (Int, Int) -> T { y }", "@Provides func x() -> Void? { y }",
                "@Provides func x(inout: Int = some()) throws -> T { y }",
                "@Provides func x(a: [Int: [A<B>]] = [:], b: Int = max(1, 2)) -> T where Self: P { y }",
                "@Provides func `func`() async -> T { y }", "@Provides func x(self a: Int, __a b: Int) -> T { y }",
                "@Provides func x(a: () -> Int) -> T { y }", "@Provides func x(a: (() -> Int)?) async -> T { y }",
                "@Provides func x(a: @Sendable @escaping () -> Int) async -> T { y }",
                "@Provides func x(a: @convention(c) (Int) -> Int) async -> Self.T { y }",
                "@Provides func x(a: A<() -> Int>, b: [() -> Int]) async -> T { y }",
                "@Provides func x(@ArrayBuilder a: () -> [Int]) -> T { y }",
                "@Provides func x(sending: (sending Int) -> sending Int) -> T { y }",
            ] as [Source]
        )
        func none(declaration: Source) {
            #expect(messages(provided(declaration.text)).isEmpty)
            #expect(provided(declaration.text).expandedSource?.contains("owned: __owned) { ()") == true)
        }

        @Test(
            "A fix-it changes what the function must not have",
            arguments: [
                ("@Provides func x(_: Int) -> T { y }", "name the parameter 'unused'", "x(_ unused: Int)"),
                ("@Provides func x(_ _: Int) -> T { y }", "name the parameter 'unused'", "x(_ unused: Int)"),
                ("@Provides func x(a: Int, _: Int) -> T { y }", "name the parameter 'unused2'", "_ unused2: Int)"),
                ("@Provides func x(in /* a */ _: Int) -> T { y }", "name the parameter 'in'", "x(in: Int)"),
                ("@Provides func x(a: sending A) -> T { y }", "remove 'sending'", "x(a: A)"),
                ("@Provides func x(a: borrowing A) -> T { y }", "remove 'borrowing'", "x(a: A)"),
                ("@Provides func x() -> sending T { y }", "remove 'sending'", "x() -> T {"),
                ("@Provides func x() -> Self? { y }", "replace 'Self' with 'Container'", "x() -> Container? {"),
                ("@Provides borrowing func x() -> T { y }", "remove 'borrowing'", "@Provides func x()"),
                ("@Provides consuming func x() -> T { y }", "remove 'consuming'", "@Provides func x()"),
                ("@Provides func x(a: () -> A) async -> T { y }", "add '@escaping'", "x(a: @escaping () -> A)"),
                ("@Provides func x(a: (() -> A) = b) async -> T { y }", "add '@escaping'", "a: @escaping (() -> A) ="),
                (
                    "@Provides func x(a: @MainActor () -> A) async throws -> T { y }", "add '@escaping'",
                    "x(a: @escaping @MainActor () -> A)"
                ),
            ] as [(Source, String, String)]
        )
        func repairs(declaration: Source, message: String, repaired: String) {
            let fixIts = provided(declaration.text).diagnostics.flatMap(\.fixIts)
            #expect(fixIts.map(\.message) == [message])
            let result = Mistake.apply(fixIts.flatMap(\.changes), to: declaration.text)
            #expect(result.contains(repaired))
            #expect(provided(result).diagnostics == [])
        }

        @Test("The messages of mistakes with a fix-it say what the function must have")
        func messagesOfRepairs() {
            let rules = [
                "_: Int": "whose parameters have names, because it passes them on",
                "a: sending A": "without 'sending' parameters",
                "a: () -> A": "whose closures are '@escaping', because it awaits",
            ]
            for (parameter, rule) in rules {
                let found = messages(provided("@Provides func x(\(parameter)) async -> T { y }"))
                #expect(found == ["'@Provides' must " + Self.function + rule])
            }
            let found = messages(provided("@Provides func x() -> Self { y }"))
            #expect(found == ["'@Provides' must " + Self.function + "that states the type of its instances"])
            for declaration in ["consuming func x() -> T", "func x() -> sending T"] {
                let word = declaration.split(separator: " ").first { ["consuming", "sending"].contains($0) } ?? ""
                let found = messages(provided("@Provides \(declaration) { y }"))
                #expect(found == ["'@Provides' must " + Self.function + "without '\(word)'"])
            }
        }

        @Test("A static function, one without a body and one elsewhere are mistakes")
        func others() {
            let isStatic = provided("@Provides static func x() -> T { y }")
            #expect(
                messages(isStatic) == [
                    "'@Provides' must be applied to an instance function; 'Container.main' calls it on the main container"
                ]
            )
            #expect(isStatic.diagnostics.first?.position.offset == offsetOfDeclaration + 10)
            let prefix = "'@Provides' must " + Self.function
            #expect(messages(provided("@Provides func x() -> T", role: "peer")) == [prefix + "with a body"])
            for context in ["struct A {}", "extension Other {}", "protocol P {}"] {
                let elsewhere = provided("@Provides func x() -> T { y }", context: [context])
                #expect(messages(elsewhere) == [prefix + "in an extension of 'Container'"])
                #expect(elsewhere.expandedSource == "{ y }")
            }
            #expect(
                messages(provided("@Provides var x: T { y }", role: "peer")) == [
                    "'@Provides' must be attached to a complete function declaration"
                ]
            )
        }

        @Test("The property of a function has the actor of the extension, also a qualified one")
        func actorOfExtension() {
            for actor in ["@MainActor", "@Isolation.Mine"] {
                let context = ["@available(iOS 17, *) \(actor) extension Container {}"]
                let peers = provided("@Provides func x() -> T { y }", role: "peer", context: context).expandedSource
                #expect(peers?.contains("nonisolated var xProvider: \(actor) () -> T {") == true)
            }
        }

        @Test("A function that ends instances keeps them, and one that keeps them weakly returns an object")
        func lifetimes() {
            let ending = provided("@Provides(onEnd: end) func x() -> T { y }", attribute: "@Provides(onEnd: end)")
            #expect(
                messages(ending) == [
                    "'@Provides' must have a scope such as '.singleton' to use 'onEnd', because nothing ends the lifetime '.transient'"
                ]
            )
            #expect(ending.diagnostics.first?.fixIts.map(\.message) == ["add '.singleton'"])
            let weak = "@Provides(lifetime: .weak)"
            for result in ["T?", "T!", "[T]", "[Int: T]"] {
                let expansion = provided("\(weak) func x() -> \(result) { y }", attribute: weak)
                let rule = "that returns an object to keep it '.weak', not a value or an optional"
                #expect(messages(expansion) == ["'@Provides' must " + Self.function + rule])
            }
            #expect(messages(provided("\(weak) func x() -> (any P) { y }", attribute: weak)).isEmpty)
        }
    }
#endif
