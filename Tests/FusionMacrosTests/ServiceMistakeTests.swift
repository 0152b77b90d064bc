import Testing
import Wormer

#if canImport(FusionMacros)
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
            func reading(_ name: String, in place: String, _ source: String, _ repaired: String) -> Mistake {
                let repairs = ["replace '@Service' with '\(inject)'"]
                return Mistake(name, in: place, source, errors: [advice], repairs: repairs, repaired: repaired)
            }
            var untyped = reading("untyped", in: "struct A5", "@Service var number", "\(inject) var number")
            untyped.errors.insert("3:18 \(Self.untyped)", at: 0)
            try Mistake.check([
                reading(
                    "struct",
                    in: "struct A1",
                    "@Service private var number: Int",
                    "\(inject) private var number: Int"
                ),
                reading("class", in: "class A2", "@Service(.singleton) var number: Int", "\(inject) var number: Int"),
                reading("actor", in: "actor A3", "@Service let number: Int", "\(inject) var number: Int"),
                reading(
                    "code",
                    in: "func a4()",
                    "@Service var number: Int; _ = number",
                    "\(inject) var number: Int; _ = number"
                ),
                untyped,
                Mistake("initialized", in: "struct A6", "@Service(.singleton) var number = 1", errors: [advice]),
                Mistake("computed", in: "struct A7", "@Service var number: Int { 1 }", errors: [advice]),
                Mistake("nested", in: "extension Container { struct A8", "@Service var number = 1 }", errors: [advice]),
            ])
        }

        @Test("In a place without property wrappers, the error advises 'Container'")
        func otherPlaces() throws {
            let advice = "3:5 \(Self.outside); to read a service here, write 'Container.number'"
            func reading(_ name: String, in place: String, _ declaration: String, _ repaired: String) -> Mistake {
                let repair = "read 'Container.number' in a getter"
                return Mistake(name, in: place, declaration, errors: [advice], repairs: [repair], repaired: repaired)
            }
            let mended = "var number: Int { Container.number }"
            try Mistake.check([
                Mistake(
                    name: "file",
                    source: "import Fusion\n@Service var number: Int\n",
                    errors: ["2:1\(advice.dropFirst(3))"],
                    repairs: ["read 'Container.number' in a getter"],
                    repaired: "import Fusion\n\(mended)\n"
                ),
                reading("enum", in: "enum B1", "@Service var number: Int // behind", "\(mended) // behind"),
                reading("static", in: "struct B2", "@Service static var number: Int", "static \(mended)"),
                reading("extension", in: "extension Pool", "@Service(.singleton) var number: Int", mended),
                Mistake("scope", in: "extension Container.Scope", "@Service var number = 1", errors: [advice]),
                Mistake("alias", in: "typealias B3 = Cup; extension B3", "@Service var number = 1", errors: [advice]),
                Mistake(
                    "requirement",
                    in: "protocol B4",
                    "@Service var number: Int { get }",
                    errors: ["3:5 \(Self.outside)"],
                    repairs: ["remove '@Service'"],
                    repaired: "var number: Int { get }"
                ),
            ])
        }

        // MARK: - The declaration

        @Test("An unknown scope is an error of the compiler, which then does not expand the macro")
        func unknownScope() throws {
            func mistake(_ name: String, _ scope: String, _ error: String, _ column: Int) -> Mistake {
                Mistake(name, "@Service(\(scope)) var c\(name) = 1", errors: [error, "3:\(column) \(Self.stored)"])
            }
            try Mistake.check([
                mistake("1", ".singelton", "3:15 type 'Container.Scope' has no member 'singelton'", 30),
                mistake("2", "lifetime: .singelton", "3:25 type 'Lifetime' has no member 'singelton'", 40),
                mistake("3", "lifetime: .scope(.order)", "3:32 type 'Scope' has no member 'order'", 44),
                mistake("4", ".weak", "3:14 missing argument label 'lifetime:' in macro expansion", 25),
            ])
        }

        private static let untyped = "type annotation missing in pattern"

        @Test(
            "A missing type is an error of the compiler, and of the macro where it can detect that",
            .enabled(if: DeclaredService.areRecorded)
        )
        func missingType() throws {
            let rule = "'@Service' must be applied to a property with a type"
            let guess = "generic parameter 'T' could not be inferred"
            let member = "static member 'subscript(dynamicMember:)'"
            try Mistake.check([
                Mistake("d1", "@Service var d1", errors: ["3:18 \(Self.untyped)", "3:18 \(rule) or an initializer"]),
                Mistake(
                    "d2",
                    "@Service var d2 = nil",
                    errors: [
                        "3:23 'nil' requires a contextual type",
                        "3:23 \(rule); the initializer does not determine one",
                    ]
                ),
                Mistake(
                    "d3",
                    "@Service(.singleton) var d3 = .init(1 + 2)",
                    errors: [
                        "3:36 reference to member 'init' cannot be resolved without a contextual type",
                        "3:35 \(rule); the initializer does not determine one",
                    ]
                ),
                Mistake(
                    "d4",
                    "@Service var d4 = []",
                    errors: ["3:23 empty collection literal requires an explicit type"]
                ),
                Mistake(
                    "d5",
                    "@Service var d5 = guess()",
                    errors: [
                        "3:23 \(guess)", "expansion \(guess)",
                        "expansion \(member) cannot be used on instance of type 'Container'",
                    ]
                ),
            ])
        }

        @Test("A 'let' is an error of the macro, in addition to the compiler's error about its getter")
        func constant() throws {
            try Mistake.check([
                Mistake(
                    "let",
                    "@Service(.singleton) public let e1 = 1",
                    errors: [
                        "3:33 '@Service' must be applied to a 'var'; a 'let' cannot be overridden",
                        "3:37 cannot expand accessor macro on variable declared with 'let'",
                    ],
                    repairs: ["replace 'let' with 'var'"],
                    repaired: "@Service(.singleton) public var e1 = 1"
                )
            ])
        }

        @Test("A function, a type or a subscript is an error of the macro, and the first two also of the compiler")
        func noProperty() throws {
            let rule = "'@Service' must be attached to a property, not to"
            func mistake(_ declaration: String, _ errors: String...) -> Mistake {
                let repaired = String(declaration.dropFirst("@Service ".count))
                let name = "f\(declaration.count)"
                return Mistake(name, declaration, errors: errors, repairs: ["remove '@Service'"], repaired: repaired)
            }
            let refused = "3:5 'accessor' macro cannot be attached to"
            try Mistake.check([
                mistake("@Service public func f1() {}", "3:21 \(rule) 'func'", "\(refused) instance method ('f1')"),
                mistake("@Service struct F2 {}", "3:14 \(rule) 'struct'", "\(refused) struct ('F2')"),
                mistake("@Service subscript(f3: Int) -> Int { f3 }", "3:14 \(rule) 'subscript'"),
            ])
        }

        @Test(
            "A declaration of two variables is an error of the compiler, which then expands no getter"
        )
        func severalNames() throws {
            let single = "accessor macro 'Service()' can only apply to a single variable"
            try Mistake.check([
                Mistake(
                    "several",
                    "@MainActor @Service(.singleton) public var g1 = 1, g2: Int = 2,\n        g3 = [3, 4]",
                    errors: ["3:48", "3:56", "4:9"].flatMap {
                        ["\($0) accessor macro 'Service' can only apply to a single variable", "\($0) \(Self.stored)"]
                    } + ["3:56 '@Service' must be applied to one property at a time"]
                ),
                Mistake(
                    "oneTypeForTwo",
                    "@Service var g4, g5: Int",
                    errors: ["3:18", "3:22"].flatMap { ["\($0) \(single)", "\($0) \(Self.stored)"] }
                        + ["3:22 '@Service' must be applied to one property at a time"]
                ),
                Mistake(
                    "tuple",
                    "@Service var (g6, g7) = (1, [2, 3])",
                    errors: ["3:19", "3:23"].flatMap { ["\($0) \(single)", "\($0) \(Self.stored)"] }
                        + ["3:18 '@Service' must be applied to a property with one name, not to a tuple of names"]
                ),
            ])
        }

        // MARK: - The initializer

        @Test("Using 'self' is an error that shows the replacement, in addition to the compiler's error")
        func selfAccess() throws {
            func mistake(_ declaration: String, _ column: Int, _ advice: String, mended: String? = nil) -> Mistake {
                Mistake(
                    "h\(column)",
                    "@Service " + declaration,
                    errors: [
                        "3:\(column) '@Service' must have an initializer without 'self'; \(advice)",
                        "3:\(column) cannot find 'self' in scope; did you mean to use it in a type or extension context?",
                    ],
                    repairs: mended == nil ? [] : ["remove 'self.'"],
                    repaired: mended.map { "@Service " + $0 }
                )
            }
            let byName = "write 'number' without 'self.'"
            let captures = "capture the property by name: "
            // To infer a type, the compiler checks the initializer before it expands the macro.
            var untyped = mistake("var h3 = 1 + self.number", 27, byName, mended: "var h3 = 1 + number")
            untyped.errors.reverse()
            try Mistake.check([
                mistake(
                    "var h1: Int = self.number; func assign() { h1 = 2 }",
                    28,
                    byName,
                    mended: "var h1: Int = number; func assign() { h1 = 2 }"
                ),
                mistake("var h2: String = \"\\(self.number)\"", 34, byName, mended: "var h2: String = \"\\(number)\""),
                untyped,
                mistake(
                    "var h4: (Int) -> Int = { n in n + self.number }",
                    48,
                    captures + "'({ [number] ... in ... })'"
                ),
                mistake("var h5: () -> Int = { [weak self] in 1 }", 42, captures + "'({ [name] ... in ... })'"),
                mistake("var h6: Int! = self.twice(1)", 29, "write 'Self.twice(...)' and make the function static"),
                mistake("var h7: Container = ((self))", 36, "write the container's properties without 'self.'"),
                mistake(
                    "var h8: Int = { if self.where > 0 { return 2 }; return 1 }()",
                    33,
                    "write 'where' without 'self.'",
                    mended: "var h8: Int = { if `where` > 0 { return 2 }; return 1 }()"
                ),
            ])
        }

        private static let throwing = "call can throw, but errors cannot be thrown out of a property initializer"
        private static let waiting = "'async' call cannot occur in a property initializer"

        @Test("'try' and 'await' are errors that show the binding to write, in addition to the compiler's errors")
        func effects() throws {
            func mistake(_ declaration: String, _ column: Int, _ advice: String, _ further: String...) -> Mistake {
                let error = "3:\(column) '@Service' must have an initializer that does not \(advice) instead"
                return Mistake("i\(column)", declaration, errors: [error] + further)
            }
            try Mistake.check([
                mistake(
                    "@Service(.singleton) var i1 = try await Pool.open()",
                    39,
                    "await; bind the type with 'bind(Pool.self, lifetime: .singleton, to: .async { ... })'",
                    "3:50 \(Self.waiting)",
                    "3:45 \(Self.throwing)"
                ),
                mistake(
                    "@Service(.transient) var i2: Pool! = try Pool(size: 1)",
                    42,
                    "throw; bind the type with 'bind(Pool.self, to: .make { ... })'",
                    "3:46 \(Self.throwing)"
                ),
                mistake(
                    "@MainActor @Service(lifetime: .weak) var i3: any AnyObject = Cup(pool: try Pool(size: 1))",
                    76,
                    "throw; bind the type with 'bind((any AnyObject).self, lifetime: .weak, to: .onMainActor { ... })'",
                    "3:80 \(Self.throwing)"
                ),
                mistake(
                    "@Service var i4 = [1].map { try? Pool(size: $0) } + [try Pool(size: 1)]",
                    58,
                    "throw; bind its type with 'bind(_:lifetime:to:)' and '.make { ... }'",
                    "3:62 \(Self.throwing)"
                ),
                mistake(
                    "@Service(.id(\"g\")) var i5 = await Pool.wait()",
                    33,
                    "await; bind the type with 'bind(Pool.self, lifetime: ..., to: .async { ... })'",
                    "3:44 \(Self.waiting)"
                ),
            ])
        }

        @Test("A call without its 'try' or 'await' is an error of the compiler, for the property and for the expansion")
        func unmarkedEffects() throws {
            let throwing = "call can throw, but it is not marked with 'try' and the error is not handled"
            let waiting = "'async' call in a function that does not support concurrency"
            func mistake(_ name: String, _ rest: String, _ errors: String...) -> Mistake {
                Mistake(name, "@Service var \(name): Pool = \(rest)", errors: errors)
            }
            try Mistake.check([
                mistake("j1", "Pool(size: 1)", "3:29 \(Self.throwing)", "expansion \(throwing)"),
                mistake("j2", "Pool.wait()", "3:34 \(Self.waiting)", "expansion \(waiting)"),
            ])
        }
    }
#endif
