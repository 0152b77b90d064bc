import Testing
import Wormer

#if os(macOS) || os(Linux)
    @testable import FusionPlugin

    /// A catalog of mistakes, each with all errors of the compiler in their order.
    ///
    /// Some errors of the compiler itself remain. It checks the attribute's arguments before it expands the macro, rejects
    /// declarations of two variables and of functions, and always checks an initializer like that of a stored property.
    @Suite("Compiler errors show mistakes with @Service and their remedies")
    struct ServiceMistakeTests {
        private static let outside = "'@Service' must be applied to a property in an extension of 'Container'"
        private static let stored = "extensions must not contain stored properties"

        // MARK: - The place

        @Test("In a struct, class, actor or function, the error advises '@Inject'")
        func placesOfWrappers() throws {
            let advice = "3:5 \(Self.outside); to read a service here, write '@Inject(\\.number) var number'"
            let inject = "@Inject(\\.number)"
            func reading(in place: String, _ source: String, _ repaired: String) -> Mistake {
                Mistake(in: place, source, advice, "replace '@Service' with '\(inject)'", inject + repaired)
            }
            var code = reading(in: "func a4()", "@Service var number: Int", " var number: Int")
            code.rest = "; _ = number"
            var untyped = reading(in: "struct A5", "@Service var number", " var number")
            untyped.errors.insert("3:18 \(Self.untyped)", at: 0)
            try Mistake.check([
                reading(in: "struct A1", "@Service private var number: Int", " private var number: Int"),
                reading(in: "class A2", "@Service(.singleton) var number: Int", " var number: Int"),
                reading(in: "actor A3", "@Service let number: Int", " var number: Int"),
                code,
                untyped,
                Mistake(in: "struct A6", "@Service(.singleton) var number = 1", errors: [advice]),
                Mistake(in: "struct A7", "@Service var number: Int { 1 }", errors: [advice]),
                Mistake(in: "extension Container { struct A8", "@Service var number = 1", " }", errors: [advice]),
            ])
        }

        @Test("In a place without property wrappers, the error advises 'Container'")
        func otherPlaces() throws {
            let advice = "\(Self.outside); to read a service here, write 'Container.number'"
            func reading(in place: String?, _ declaration: String, _ rest: String = "") -> Mistake {
                Mistake(in: place, declaration, rest, errors: [(place == nil ? "2:1 " : "3:5 ") + advice])
            }
            try Mistake.check([
                reading(in: nil, "@Service var number: Int"),
                reading(in: "enum B1", "@Service var number: Int", " // behind"),
                reading(in: "struct B2", "@Service static var number: Int"),
                reading(in: "extension Pool", "@Service(.singleton) var number: Int"),
                Mistake(in: "extension Container.Scope", "@Service var number = 1", errors: ["3:5 " + advice]),
                reading(in: "protocol B4", "@Service var number: Int { get }"),
            ])
        }

        // MARK: - The declaration

        @Test("A modifier, attribute or 'onEnd' that no service can have is an error with the way to write it")
        func modifiers() throws {
            func instance(_ name: String) -> String {
                "'@Service' must be applied to an instance property; 'Container.\(name)' reads it from the main container"
            }
            func not(_ modifier: String) -> String {
                "'@Service' must be applied to a property that is not '\(modifier)'; "
            }
            /// A declaration whose modifiers the fix-its remove.
            func removing(_ modifiers: String..., in declaration: String, _ errors: String...) -> Mistake {
                let repaired = modifiers.reduce(declaration) { $0.replacing("\($1) ", with: "") }
                let repairs = modifiers.map { "remove '\($0.prefix { $0 != "(" })'" }
                return Mistake(declaration, errors: errors, repairs: repairs, repaired: repaired)
            }
            let lazy = not("lazy") + "its initializer already runs only when the service is resolved"
            let global = "3:21 'lazy' cannot be used on an already-lazy global"
            let weak = "3:14 \(not("weak"))write '@Service(lifetime: .weak)' instead"
            let both = "@Service static lazy var a7 = Cup()"
            let rule = "3:5 '@Service' must have an initializer to"
            let assigned = "\(rule) use 'onEnd', which does not run for assigned instances"
            let alwaysOpen = "\(rule) belong to a scope that is always open, which takes no values"
            let provided = "\(rule) use 'test' in a scope; without one, the value comes with the scope"
            try Mistake.check([
                removing("static", in: "@Service static var a2 = 1", "3:14 \(instance("a2"))"),
                removing("lazy", in: "@Service lazy var a4 = 1", "3:14 \(lazy)", "3:23 \(Self.stored)"),
                removing("weak", in: "@Service weak var a5: Cup? = nil", weak),
                removing("static", "lazy", in: both, "3:14 \(instance("a7"))", "3:21 \(lazy)", global),
                Mistake("@Service(.singleton, onEnd: { (cup: Cup) in }) var a8: Cup", errors: [assigned]),
                Mistake("@Service(lifetime: .scope(.init(\"a\")), test: Cup()) var a10: Cup", errors: [provided]),
                Mistake("@Service(lifetime: .scope(.alwaysOpen(\"a\"))) var a11: Cup", errors: [alwaysOpen]),
            ])
        }

        @Test("'onEnd' with a lifetime that nothing ends is an error with a fix-it")
        func endlessLifetimes() throws {
            func error(_ lifetime: String) -> String {
                "3:5 '@Service' must have a scope such as '.singleton' to use 'onEnd', because nothing ends the lifetime "
                    + "'.\(lifetime)'"
            }
            let end = "onEnd: { (cup: Cup) in }"
            try Mistake.check([
                Mistake(
                    "@Service(\(end)) var a11 = Cup()",
                    error("transient"),
                    "add '.singleton'",
                    "@Service(.singleton, \(end)) var a11 = Cup()"
                ),
                Mistake("@Service(.transient, \(end)) var a12 = Cup()", errors: [error("transient")]),
                Mistake("@Service(lifetime: .weak, \(end)) var a13 = Cup()", errors: [error("weak")]),
                Mistake(
                    "@Service(lifetime: Lifetime.resolution, \(end)) var a14 = Cup()",
                    errors: [error("resolution")]
                ),
                Mistake(
                    "@Service(unavailableInTests: true, \(end)) var a15 = Cup()",
                    error("transient"),
                    "add '.singleton'",
                    "@Service(.singleton, unavailableInTests: true, \(end)) var a15 = Cup()"
                ),
            ])
        }

        @Test("Observers and accessors are errors, and a getter becomes a closure")
        func accessors() throws {
            let getter = "'@Service' must be applied to a property with an initializer, not with a getter"
            let closure = "replace the getter with a closure that is called immediately: '= { ... }()'"
            let accessors = [
                "get { self.number }", "get { 1 } set { print(newValue) }", "get throws { 1 }", "get async { 1 }",
            ]
            try Mistake.check(
                [
                    Mistake(
                        "@Service var c1: Int = 1 /* one */ { didSet { print(oldValue) } }",
                        "3:42 '@Service' must be applied to a property without observers; the macro provides its setter",
                        "remove the observers",
                        "@Service var c1: Int = 1"
                    ),
                    Mistake(
                        "@Service var c2: Int { number }",
                        "3:26 \(getter)",
                        closure,
                        "@Service var c2: Int = { number }()"
                    ),
                    Mistake(
                        """
                        @Service(.singleton) public var c3: String{
                                // The drink.
                                struct Cup { var size = 1; var half: Int { self.size / 2 } }
                                guard number > number else { return "\\(twice(number))" }
                                return pour("\\(pour("\\(number)"))")
                            }
                        """,
                        "3:47 \(getter)",
                        closure,
                        """
                        @Service(.singleton) public var c3: String = {
                                // The drink.
                                struct Cup { var size = 1; var half: Int { self.size / 2 } }
                                guard number > number else { return "\\(twice(number))" }
                                return pour("\\(pour("\\(number)"))")
                            }()
                        """
                    ),
                ]
                    + accessors.enumerated().map { number, accessors in
                        Mistake("@Service var c\(number + 4): Int { \(accessors) }", errors: ["3:26 \(getter)"])
                    }
            )
        }

        @Test("An unknown scope is an error of the compiler, which then does not expand the macro")
        func unknownScope() throws {
            func mistake(_ name: String, _ scope: String, _ error: String, _ column: Int) -> Mistake {
                Mistake("@Service(\(scope)) var \(name) = 1", errors: [error, "3:\(column) \(Self.stored)"])
            }
            try Mistake.check([
                mistake("c1", ".singelton", "3:15 type 'Container.Scope' has no member 'singelton'", 30),
                mistake("c2", "lifetime: .singelton", "3:25 type 'Lifetime' has no member 'singelton'", 40),
                mistake("c3", "lifetime: .scope(.order)", "3:32 type 'Scope' has no member 'order'", 44),
            ])
            // The unavailable members of `Scope` don't stop the expansion.
            let (weak, scope) = ("'weak' is unavailable: Write 'lifetime: .weak'.", "'scope' is unavailable: Write")
            try Mistake.check([
                Mistake(
                    "@Service(.weak) var c4 = 1",
                    errors: ["3:15 \(weak)", "expansion \(weak)", "expansion \(weak)"]
                ),
                Mistake(
                    "@Service(.scope(.init(\"a\"))) var c5 = 1",
                    errors: ["3:15 \(scope) 'lifetime: .scope(...)'."]
                ),
            ])
        }

        private static let untyped = "type annotation missing in pattern"

        @Test("A property without a type is an error of the macro without further ones")
        func missingType() throws {
            let rule = "3:18 '@Service' must be applied to a property with a type or an initializer"
            try Mistake.check([Mistake("@Service var d1", errors: ["3:18 \(Self.untyped)", rule])])
        }

        @Test("A 'let', a function, a type, a subscript or several variables are an error")
        func noProperty() throws {
            let refused = "3:5 'accessor' macro cannot be attached to"
            func mistake(_ declaration: String, _ place: String, _ errors: String...) -> Mistake {
                let rule = "'@Service' must be attached to a complete property declaration"
                return Mistake(declaration, errors: ["\(place) \(rule)"] + errors)
            }
            let macro = "accessor macro 'Service(_:unavailableInTests:test:onEnd:)' can only apply to a single variable"
            let several = ["3:18", "3:22"].flatMap { ["\($0) \(macro)", "\($0) \(Self.stored)"] }
            try Mistake.check([
                Mistake(
                    "@Service(.singleton) public let e1 = 1",
                    errors: [
                        "3:33 '@Service' must be applied to a 'var'; a 'let' cannot be overridden",
                        "3:37 \(Self.stored)",
                    ],
                    repairs: ["replace 'let' with 'var'"],
                    repaired: "@Service(.singleton) public var e1 = 1"
                ),
                Mistake(
                    "@Service(.singleton) public func f1() -> Int { 1 }",
                    errors: [
                        "3:5 '@Service' must be attached to a property; for a function, write '@Provides'",
                        "\(refused) instance method ('f1')",
                    ],
                    repairs: ["replace '@Service' with '@Provides'"],
                    repaired: "@Provides(.singleton) public func f1() -> Int { 1 }"
                ),
                mistake("@Service struct F2 {}", "3:14", "\(refused) struct ('F2')"),
                mistake("@Service subscript(f3: Int) -> Int { f3 }", "3:14"),
                Mistake("@Service var g4, g5: Int", errors: several),
            ])
        }

        // MARK: - The initializer

        @Test("An initializer whose last closure hides a property of the container is an error with parentheses")
        func hiddenNames() throws {
            func mistake(_ place: String, _ declaration: String, _ initializer: String, _ rest: String = "") -> Mistake
            {
                var mistake = Mistake(
                    declaration + initializer,
                    "\(place) '@Service' must have this initializer in parentheses; its last closure declares 'number', "
                        + "which would hide the container's property",
                    "put the initializer in parentheses",
                    "\(declaration)(\(initializer))"
                )
                mistake.rest = rest
                return mistake
            }
            let summed = "[1].map { x in x }.reduce(number) {\n        number, x in number + x\n    }"
            try Mistake.check([
                mistake("3:37", "@Service var f1: () -> Int = ", "{ [number] in number }"),
                mistake("4:9", "@Service(.singleton) var f2 = ", summed, " // sum"),
                mistake(
                    "3:57",
                    "@Service var f3: Int = ",
                    "number + [1].reduce(0) { let number = $0; return number + $1 }"
                ),
                mistake(
                    "3:58",
                    "@Service var f4: Int = ",
                    "number + [1].reduce(0) { let (number, x) = ($0, $1); return number + x }"
                ),
                Mistake(
                    "@Service var f5: Int = number + [1].reduce(0) { for number in [$0] { print(number) }; return $1 }",
                    errors: []
                ),
            ])
        }

        @Test("Using 'self' is an error that shows the replacement, in addition to the compiler's error")
        func selfAccess() throws {
            func mistake(_ declaration: String, _ column: Int, _ advice: String, mended: String? = nil) -> Mistake {
                Mistake(
                    "@Service " + declaration,
                    errors: [
                        "3:\(column) '@Service' must have an initializer without 'self'; \(advice)",
                        "3:\(column) cannot find 'self' in scope; did you mean to use it in a type or extension context?",
                    ],
                    repairs: mended == nil ? [] : ["remove 'self.'"],
                    repaired: mended.map { "@Service " + $0 }
                )
            }
            func byName(_ name: String, isInClosure: Bool = true) -> String {
                let capture = ", and in a closure that is kept, capture it: '({ [\(name)] ... in ... })'"
                return "write '\(name)' without 'self.'" + (isInClosure ? capture : "")
            }
            let number = byName("number", isInClosure: false)
            // To infer a type, the compiler checks the initializer before it expands the macro.
            var untyped = mistake("var h3 = 1 + self.number", 27, number, mended: "var h3 = 1 + number")
            untyped.errors.reverse()
            var assigned = mistake("var h1: Int = self.number", 28, number, mended: "var h1: Int = number")
            assigned.rest = "; func assign() { h1 = 2 }"
            try Mistake.check([
                assigned,
                mistake("var h2: String = \"\\(self.number)\"", 34, number, mended: "var h2: String = \"\\(number)\""),
                untyped,
                mistake("var h4: (Int) -> Int = { n in n + self.number }", 48, byName("number")),
                mistake("var h5: () -> Int = { [weak self] in 1 }", 42, byName("name")),
                mistake(
                    "var h6: Int! = self.twice(1)",
                    29,
                    "write 'twiceProvider(...)' for a function with '@Provides', or make it static for 'Self.twice(...)'"
                ),
                mistake("var h7: Container = ((self))", 36, byName("name", isInClosure: false)),
                mistake("var h8: Int = { if self.where > 0 { return 2 }; return 1 }()", 33, byName("where")),
            ])
        }

        private static let throwing = "call can throw, but errors cannot be thrown out of a property initializer"
        private static let waiting = "'async' call cannot occur in a property initializer"

        @Test("'try' and 'await' are errors that show the function to write, in addition to the compiler's errors")
        func effects() throws {
            func mistake(_ declaration: String, _ column: Int, _ effect: String, _ name: String, _ further: [String])
                -> Mistake
            {
                let advice = "write a function with '@Provides', and read it as '\(name)Provider'"
                let error = "3:\(column) '@Service' must have an initializer that does not \(effect); \(advice)"
                return Mistake(declaration, errors: [error] + further)
            }
            let (opened, some) = ("try await Pool.open()", "[1].map { try? Pool(size: $0) } + [try Pool(size: 1)]")
            let cup = "var i3: any AnyObject = Cup(pool: try Pool(size: 1))"
            func at(_ column: Int, _ error: String) -> String { "3:\(column) \(error)" }
            let errors = [at(50, Self.waiting), at(45, Self.throwing)]
            try Mistake.check([
                mistake("@Service(.singleton) var i1 = \(opened)", 39, "await", "i1", errors),
                mistake("@MainActor @Service(lifetime: .weak) \(cup)", 76, "throw", "i3", [at(80, Self.throwing)]),
                mistake("@Service var i4 = \(some)", 58, "throw", "i4", [at(62, Self.throwing)]),
            ])
        }

        @Test("Any other error in an initializer is reported in one place, for the property and for the getter")
        func otherErrors() throws {
            func mistake(_ name: String, _ code: String, at place: String? = nil, _ error: String) -> Mistake {
                let declaration = "@Service var \(name) = \(code)"
                let start = declaration.ranges(of: place ?? code).last?.lowerBound ?? declaration.startIndex
                let column = "    ".count + declaration[..<start].utf8.count + 1
                return Mistake(declaration, errors: ["3:\(column) \(error)", "3:\(column) \(error)"])
            }
            let throwing = "call can throw, but it is not marked with 'try' and the error is not handled"
            let waiting = "'async' call in a function that does not support concurrency"
            let (missing, wrong) = ("cannot find 'unknown' in scope", "cannot convert value of type 'String' to")
            let unrelated = "value of type 'Mug' does not conform to specified type 'Drink'"
            let (j1, j2) = ("@Service var j1: Pool = Pool(size: 1)", "@Service var j2: Pool = Pool.wait()")
            try Mistake.check([
                mistake("k0: Int", "unknown", missing),
                mistake("k1: Int", "doubled(\"x\")", at: "\"x\"", wrong + " expected argument type 'Int'"),
                mistake("k2: Mug", "Mug()", at: ")", "missing argument for parameter 'size' in call"),
                mistake("k3: Int", "\"text\"", wrong + " specified type 'Int'"),
                mistake("k5: any Drink", "Mug(size: 1)", unrelated),
                mistake("k6: Int", ".none", at: "none", "type 'Int' has no member 'none'"),
                mistake("k8: Int", "{ let b = unknown; return b }()", at: "unknown", missing),
                Mistake(j1, errors: ["3:29 \(Self.throwing)", "3:29 \(throwing)"]),
                Mistake(j2, errors: ["3:34 \(Self.waiting)", "3:29 \(waiting)"]),
            ])
        }
    }
#endif
