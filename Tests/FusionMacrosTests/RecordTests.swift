import Testing

#if os(macOS) || os(Linux)
    @testable import FusionPlugin

    @Suite("@Service writes a record of a property for the graph")
    struct RecordTests {
        @Test("The record is a type on no actor, whose function has the actor and availability of the property")
        func complete() {
            let source = """
                @MainActor @Service(.singleton) @available(iOS 17, *) @objc @inlinable public var api: API = Live(client)
                """
            #expect(
                peer(source, attribute: "@Service(.singleton)") == """
                    nonisolated private enum __Service_api: Fusion._DeclaredService {
                        static var property: Fusion._ServiceProperty { .init("api", file: "App/File.swift", line: 10) }
                        static func describe(to visitor: Swift.UInt) { if #available(iOS 17, *) { describe(__declare_api, to: visitor) } }
                    }
                    @MainActor
                    @available(iOS 17, *)
                    private static func __declare_api(_ visitor: Swift.UInt) {
                        Fusion._ServiceKey(__Service_api.self).declare(to: visitor, \\.api, .init(.singleton), candidates: "Live\\u{a}client")
                    }
                    """
            )
        }

        @Test("The record has the types that the initializer and the value for tests look up, with their identifiers")
        func typesOfLookups() {
            let attribute = "@Service(test: Mock(resolve(Log.self)))"
            #expect(
                described("@Service var x: X = Live(resolveAssert((any API).self, id: \"eu\"))", attribute: attribute)
                    == #"__Service_x.self).declare(to: visitor, \.x, .init(), candidates: "Live\u{a}0", "#
                    + #"lookups: [(((any API)).self, "eu")], testCandidates: "Mock\u{a}?0", testLookups: [((Log).self, nil)]"#
            )
            #expect(
                described("@Service var x: X! = injector.instance()")
                    == #"__Service_x.self).declare(to: visitor, \.x, .init(), candidates: "injector\u{a}0", lookups: [((X?).self, nil)]"#
            )
        }

        @Test("The record of a service without an initializer contains the property only")
        func withoutInitializer() {
            #expect(described("@Service var user: User") == #"__Service_user.self).declare(to: visitor, \.user"#)
        }

        @Test("The record of a value that comes with a scope has the scope, and its member if there is one")
        func valueOfScope() {
            for (scope, member) in [
                (".request", #", scope: ".request""#), (".init(\"a\")", ""), ("Self.scopes.first!", ""),
            ] {
                let attribute = "@Service(lifetime: .scope(\(scope)), unavailableInTests: true)"
                let (declared, property) = (
                    described("@Service var user: User", attribute: attribute),
                    property("@Service var user: User", attribute: attribute)
                )
                let options = ".init(lifetime: .scope(\(scope)), unavailableInTests: true).provided()"
                #expect(declared == #"__Service_user.self).declare(to: visitor, \.user, \#(options)"#)
                #expect(property == #".init("user", file: "App/File.swift", line: 10\#(member))"#)
            }
        }

        @Test("The record of a service with a value for tests says so, with the names in the value")
        func valueForTests() {
            let (attribute, test) = ("@Service(test: Mock(log: logger))", #"testCandidates: "Mock\u{a}logger""#)
            #expect(
                described("@Service private var x = Live(client)", attribute: attribute)
                    == #"__Service_x.self).declare(to: visitor, \.x, .init(), candidates: "Live\u{a}client", "#
                    + #"\#(test), isPrivate: true"#
            )
            let declared = described("@Service var x: T", attribute: attribute)
            #expect(declared == #"__Service_x.self).declare(to: visitor, \.x, \#(test)"#)
            let property = property("@Service var x: T", attribute: attribute)
            #expect(property?.hasSuffix("line: 10, hasTestValue: true)") == true)
            let labels = described("@Service var x: T", attribute: "@Service(test: (user: a, log: b))")
            #expect(labels == #"__Service_x.self).declare(to: visitor, \.x, testCandidates: "a\u{a}b""#)
        }

        @Test(
            "The record copies attributes that may be global actors, with their conditional compilation",
            arguments: [
                ("@Service @MainActor nonisolated(unsafe) var x = 1", "@MainActor\nnonisolated "),
                ("@Service nonisolated var x = 1", "nonisolated "),
                ("@Isolation.Mine @Service var x = 1", "@Isolation.Mine\n"),
                ("@mine @objc @_spi(A) @Service var x = 1", "@mine\n"),
                ("#if A\n@MainActor\n#else\n@B\n@Service\n#endif\nvar x = 1", "#if A\n@MainActor\n#else\n@B\n#endif\n"),
                ("@usableFromInline @Fusion.Service var x = 1", ""),
            ] as [(Source, Source)]
        )
        func attributes(declaration: Source, expected: Source) {
            let (declaration, expected) = (declaration.text, expected.text)
            #expect(peer(declaration)?.hasPrefix("nonisolated private enum __Service_x:") == true)
            #expect(peer(declaration)?.contains("}\n\(expected)private static func __declare_x(") == true)
        }

        @Test(
            "The type of the record has the availability of the property too, unless its function can ask for it",
            arguments: [
                ("@available(macOS, introduced: 10.15) @Service var x = 1", "@available(macOS, introduced: 10.15)\n"),
                ("@available(*, deprecated) @MainActor @Service var x = 1", "@available(*, deprecated)\n"),
                ("#if A\n@available(A, b)\n#endif\n@B @Service var x = 1", "#if A\n@available(A, b)\n#endif\n"),
                ("@available(iOS 17, *) @available(*, noasync) @Service var x = 1", "@available(*, noasync)\n"),
                ("@available(iOS 17, *) @Service var x = 1", ""),
            ] as [(Source, Source)]
        )
        func availability(declaration: Source, expected: Source) {
            let (declaration, expected) = (declaration.text, expected.text)
            #expect(peer(declaration)?.hasPrefix("\(expected)nonisolated private enum __Service_x:") == true)
        }

        @Test(
            "The record lists the names and lookups in the initializer that may be dependencies",
            arguments: [
                ("A(client, log: logger)", ["A", "client", "logger"]),
                ("a.b(c).d", ["a", "c"]),
                ("A(x: on ? one : two, three)", ["A", "on", "|one", "|two", "three"]),
                ("[key: value]", ["key", "value"]),
                (#""\(host):\(format(port, as: .decimal))""#, ["host", "format()", "port"]),
                ("`default`.self", ["default"]),
                ("if debug { fake } else { real }", ["|debug", "|fake", "|real"]),
                ("A { later }", ["A", "~later"]),
                ("{ let a = b; return C(a) }()", ["b", "C"]),
                ("({ [stock] in Part(stock, clock) })", ["stock", "~Part", "~clock"]),
                ("A { [weak b = c] d in b(d, $0) }", ["A", "c"]),
                ("A { guard let b = c else { return d }; return b }", ["A", "~|c", "~|d"]),
                ("#selector(x) + \"a\" + 1", ["x"]),
                ("Container.client", ["client"]),
                ("A(Container.main.client, Container.default.makeB())", ["A", "client", "makeB()"]),
                ("Self.makeA() + Self.limit", ["?"]),
                (
                    "A(a?.b(c), d ?? e, f && g, x as? T, try? h)",
                    ["A", "a", "|c", "d", "|e", "f", "|g", "x", "T", "h"]
                ),
                ("helper(a)", ["helper()", "a"]),
                // Names that the initializer declares are no services.
                ("{ let (x, user) = f(); return T(x, user) }()", ["f()", "T"]),
                ("{ let x = 1, user = 2; return T(x, user) }()", ["T"]),
                ("{ for (user, r) in pairs { return T(user, r) }; return T() }()", ["|pairs", "|T"]),
                ("if let user = Optional(1) { T(user) } else { T() }", ["|Optional", "|T"]),
                ("{ func f(a: Int, user: Int) -> T { T(a, user) }; return f(a: 1, user: 2) }()", ["T"]),
                ("{ let `user` = 3; return T(user) }()", ["T"]),
                ("T(T()[user: 3])", ["T"]),
                ("T(T.mk(logger:user:))", ["T"]),
                (#""\({ let user = 1; return user }())""#, []),
            ]
        )
        func names(initializer: String, expected: [String]) {
            #expect(candidates(in: initializer).lines == expected)
        }

        @Test(
            "The record lists a lookup with a literal type and identifier, and marks any other lookup as unread",
            arguments: [
                ("A(resolve(API.self))", ["A", "?0"], ["API"]),
                ("A(resolveAssert(API.self), try! Container.resolveThrowing(API.self))", ["A", "0"], ["API"]),
                ("Container.main.injector.instance(for: (any API).self)", ["0"], ["(any API)"]),
                ("Fusion.Container.main.injector.instance(for: API.self)", ["Fusion", "0"], ["API"]),
                ("Container.resolve([Plugin].self)!", ["0"], ["[Plugin]"]),
                ("Container.resolve(Int?.self)", ["?0"], ["Int?"]),
                ("Self.resolveAssert(M.API.self)", ["0"], ["M.API"]),
                ("Injector.default.instances(for: (any API).self)", ["Injector", "?0"], ["[(any API)]"]),
                ("Container.resolveAssert(Box<Int, A.B>.self, id: \"eu\")", ["0"], ["Box<Int, A.B> \"eu\""]),
                ("Container.main.get(API.self) ?? B(Container.main.require(API.self))", ["?0", "|B", "|0"], ["API"]),
                ("A(try? resolveThrowing(API.self), resolveAssert(B.self))", ["A", "?0", "1"], ["API", "B"]),
                ("A { Container.resolveAssert(API.self) }", ["A", "~0"], ["API"]),
                // The function may be one of another type.
                ("A(other.instance(for: API.self), B.resolve(API.self))", ["A", "other", "|0", "B"], ["API"]),
                // The type is stated somewhere else.
                ("try! Container.main.injector.throwingInstance()", ["0"], ["Property"]),
                ("Container.resolve(id: 1)", ["0"], ["Property 1"]),
                (
                    "A(Container.main.injector.instance() as any API & B, c)", ["A", "0", "API", "B", "c"],
                    ["any API & B"]
                ),
                (
                    "{ let a: B<C>? = resolve(); let b: API = resolve(); return A(a, b) }()", ["?0", "1", "A"],
                    ["B<C>?", "API"]
                ),
                ("A(Container.main.injector.instance(), b)", ["A", "?", "b"], []),
                (
                    "A(Cache.instance(), get(API.self), c.get(API.self))", ["A", "Cache", "?", "?0", "c", "API"],
                    ["API"]
                ),
                ("$0.throwingInstance(id: 1)", ["|0"], ["Property 1"]),
                ("Container.resolve(API.self, id: name)", ["?", "API", "name"], []),
                ("A { Container.main.injector.safeInstance() }", ["A", "~?"], []),
                // A type that has another meaning outside the initializer.
                ("{ struct B {}; return A(resolve(B.self), resolve(C.self)) }()", ["A", "?", "?0"], ["C"]),
                ("{ func f<T>() -> T { resolveAssert(T.self) }; return f() }()", ["?"], []),
                (
                    "if #available(iOS 26, *) { resolveAssert(B.self) } else { C() }",
                    ["|iOS", "|?", "|B", "|C"], []
                ),
            ] as [(String, [String], [String])]
        )
        func lookups(initializer: String, lines: [String], lookups: [String]) {
            let candidates = candidates(in: initializer)
            #expect(candidates.lines == lines)
            #expect(
                candidates.lookups
                    == lookups.map { lookup in
                        let parts = lookup.split(separator: " \"", maxSplits: 1).map(String.init)
                        return lookup == "Property 1"
                            ? "((Property).self, 1)"
                            : "((\(parts[0])).self, \(parts.count > 1 ? "\"" + parts[1] : "nil"))"
                    }
            )
        }

        @Test(
            "Another mistake in the file adds no errors for services",
            arguments: [
                ("let sum: Int\n    return sum", "constant 'sum' used before being initialized"),
                ("", "missing return in global function expected to return 'Int'"),
                ("return missing", "cannot find 'missing' in scope"),
                ("return \"\"", "cannot convert return expression of type 'String' to return type 'Int'"),
                ("let box = Box()\n    Task.detached { box.use() }\n    box.use()\n    return 1", "sending value of"),
                ("switch Bool.random() {\n    case true: return 1\n    }", "switch must be exhaustive"),
            ] as [(Source, String)]
        )
        func otherMistake(body: Source, expected: String) throws {
            let compiler = try Compiler()
            defer { compiler.remove() }
            let source = """
                import Fusion
                extension Container {
                    @Service(.singleton) var number = 1
                    @Service @MainActor var label: String?
                }
                final class Box { func use() {} }
                func sum() -> Int {
                    \(body.text)
                }
                """
            let file = try compiler.write(source, to: "Client.swift")
            let (_, text) = try BuildProducts.output(
                "/usr/bin/env",
                ["swiftc", "-frontend", "-emit-sil", "-o", "/dev/null", "-diagnostic-style", "llvm", file]
                    + (try BuildProducts.compilerArguments)
            )
            let errors = CompilerDiagnostic.read(text).filter { $0.level == "error" }.map(\.message)
            #expect(errors.count == 1 && errors.first?.hasPrefix(expected) == true, "\(text)")
        }

        private func candidates(in initializer: String) -> Candidates {
            let scan = Scanner.scan("@Service var x = " + initializer)
            let start = "@Service var x = ".utf8.count
            return Candidates(scan.part(start..<scan.source.count), type: "Property")
        }
    }
#endif
