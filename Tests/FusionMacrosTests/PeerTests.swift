import Testing

#if os(macOS) || os(Linux)
    @testable import FusionPlugin

    @Suite("@Service writes a type that identifies a property")
    struct PeerTests {
        @Test("The record contains the name, the file and the line of the 'var'")
        func complete() {
            let source = "\n    @MainActor\n    @Service(.singleton)\n    public var apiService: API = Live()"
            #expect(
                property(source, attribute: "\n    @Service(.singleton)\n    ")
                    == #".init("apiService", file: "App/File.swift", line: 13)"#
            )
        }

        @Test(
            "The arguments of @Service are copied without surrounding comments",
            arguments: [
                ("@Service", ".init()"),
                ("@Service ", ".init()"),
                ("@Service()", ".init()"),
                ("@Service( /* none */ )", ".init()"),
                ("@Service(.singleton)", ".init(.singleton)"),
                ("@Fusion.Service(lifetime: .weak)", ".init(lifetime: .weak)"),
                ("@Service(\n    .singleton, // the one\n)", ".init(.singleton)"),
                ("@Service(.id(\"a)\", /* b */ 1))", ".init(.id(\"a)\", /* b */ 1))"),
                ("@Service(.singleton, onEnd: Pool.close)", ".init(.singleton).ending(Pool.close)"),
                (
                    "@Service(lifetime: .scope(a), onEnd: { (p: P<A, B>) in p.end() },)",
                    ".init(lifetime: .scope(a)).ending({ (p: P<A, B>) in p.end() })"
                ),
                ("@Service(.id(onEnd), onEnd: f(onEnd: 1, 2))", ".init(.id(onEnd)).ending(f(onEnd: 1, 2))"),
            ] as [(Source, Source)]
        )
        func arguments(attribute: Source, expected: Source) {
            let (attribute, expected) = (attribute.text, expected.text)
            let source = "@Service var x = 1"
            let read = "Fusion._ServiceKey(Self.__Service_x.self).get(from: self, \(expected)) { __owner in"
            #expect(accessors(source, attribute: attribute)?.contains(read) == true)
            #expect(
                property(source, attribute: attribute)
                    == #".init("x", file: "App/File.swift", line: 10, isConstant: true)"#
            )
            #expect(
                described(source, attribute: attribute)
                    == #"__Service_x.self).declare(to: visitor, \.x, \#(expected), candidates: """#
            )
        }

        @Test(
            "The type keeps backticks around names that need them with the prefix",
            arguments: [
                ("`default`", "__Service_default", "default"),
                ("`my service`", "`__Service_my service`", "my service"),
                ("`say \"a\"`", "`__Service_say \"a\"`", "say \\\"a\\\""),
                ("größe", "__Service_größe", "größe"),
            ]
        )
        func names(name: String, type: String, text: String) {
            let declaration = "@Service var \(name) = 1"
            #expect(peer(declaration)?.hasPrefix("nonisolated private enum \(type): ") == true)
            let expected = ".init(\"\(text)\", file: \"App/File.swift\", line: 10, isConstant: true)"
            #expect(property(declaration) == expected)
            let read = "Fusion._ServiceKey(Self.\(type).self).get(from: self, .init()) { __owner in"
            #expect(accessors(declaration)?.contains(read) == true)
            #expect(accessors(declaration)?.contains("return __owner.\(name)\n") == true)
        }

        @Test(
            "A static property of the same name has the access, the actor and the type of the service",
            arguments: [
                ("@Service var x = 1", "static var x"),
                (
                    "@MainActor @Service private var `x y` = 1",
                    "@MainActor\nprivate static var `x y`"
                ),
                (
                    "#if A\n@B\n#endif\n@Service public private(set) nonisolated var x: Int! = .zero",
                    "#if A\n@B\n#endif\nnonisolated public private(set) static var x: Int!"
                ),
                ("@Service var x: A.B = A.B(1)", "static var x: A.B"),
                ("@Service var x: A = A.b", "static var x: A"),
                ("@Service var x: [A] = b", "static var x: [A]"),
                ("@Service var x: A<B>", "static var x: A<B>"),
                ("@Service var x: (A) -> B = b", "static var x: (A) -> B"),
            ]
        )
        func staticProperty(source: String, expected: String) {
            let name = expected.contains("`") ? "`x y`" : "x"
            let property = "\n@Fusion._MainService\n\(expected) = Fusion._typeOfService(\\Container.\(name))"
            #expect(peer(source)?.contains(property) == true)
        }

        @Test(
            "There is no static property if the type of the service is opaque, or may be existential",
            arguments: [
                "some P = 1", "any P = a", "(any P)? = nil", "P & Q = a", "P = a", "P", "P?", "P! = a", "A.P = A.B()",
                "P = Pipe()", "[any P] = []",
            ]
        )
        func noStaticProperty(declaration: String) {
            #expect(peer("@Service var x: \(declaration)")?.contains("_MainService") == false)
        }

        @Test("Lines are counted with all kinds of line endings")
        func lineEndings() {
            #expect(property("\r\n\n\r@Service\r\nvar x = 1")?.hasSuffix("line: 14, isConstant: true)") == true)
        }

        @Test(
            "An initializer with only literals and operators is a constant",
            arguments: [
                ("6", true), ("-6", true), ("0x1F_FF", true), ("60 * 60 * 24", true), ("(1 + 2) << 3", true),
                ("\"a\" + \"b\"", true), ("#\"raw \\(x)\"#", true), ("\"v\\(1)\"", true), ("nil", true),
                ("true && !false", true), ("[1, 2, 3]", true), ("[:]", true), ("[\"a\": (1, nil)]", true),
                ("6 as Double", true), ("[] as [Foundation.URL?]", true), ("1 as Double + 2", true),
                ("-60.5 * (0.5 + 1e3)", true),
                ("1 ... 5", true), ("true ? 1 : 2", true), ("6 // six", true),
                ("Live()", false), (".live", false), ("Int(6)", false), ("6.description", false), ("limit", false),
                ("limit * 2", false), ("1 as Double + limit", false), ("\"v\\(version)\"", false),
                ("{ 6 }()", false), ("[limit]", false), ("isTest ? 1 : 2", false), ("if true { 1 } else { 2 }", false),
                ("try! 6", false), ("\\.name", false), ("#line", false), ("[Int]()", false), ("-limit", false),
            ] as [(Source, Bool)]
        )
        func constants(initializer: Source, isConstant: Bool) {
            let property = property("@Service var x: Any = \(initializer.text)")
            #expect(property?.contains("isConstant: true") == isConstant)
        }
    }
#endif
