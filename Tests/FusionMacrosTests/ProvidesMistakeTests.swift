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
                "@Provides func `func`() async -> T { y }",
            ] as [Source]
        )
        func none(declaration: Source) {
            #expect(messages(provided(declaration.text)).isEmpty)
            #expect(provided(declaration.text).expandedSource?.contains("owned: __owned) { ()") == true)
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
