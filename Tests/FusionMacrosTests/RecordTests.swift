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

        @Test("The record of a service without an initializer contains the property only")
        func withoutInitializer() {
            #expect(described("@Service var user: User") == #"__Service_user.self).declare(to: visitor, \.user"#)
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
                ("A(x: on ? one : two)", ["|", "A", "on", "one", "two"]),
                ("[key: value]", ["key", "value"]),
                (#""\(host):\(format(port, as: .decimal))""#, ["host", "format()", "port"]),
                ("`default`.self", ["default"]),
                ("if debug { fake } else { real }", ["|", "debug", "fake", "real"]),
                ("A { later }", ["A", "~later"]),
                ("{ let a = b; return C(a) }()", ["b", "C"]),
                ("({ [stock] in Part(stock, clock) })", ["stock", "~Part", "~clock"]),
                ("A { [weak b = c] d in b(d, $0) }", ["A", "~c"]),
                ("A { guard let b = c else { return d }; return b }", ["|", "A", "~c", "~d"]),
                ("#selector(x) + \"a\" + 1", ["x"]),
                ("Container.client", ["client"]),
                ("A(Container.main.client, Container.default.makeB())", ["A", "client", "makeB()"]),
                ("Self.makeA() + Self.limit", ["?"]),
                ("helper(a)", ["helper()", "a"]),
                // Names that the initializer declares are no services.
                ("{ let (x, user) = f(); return T(x, user) }()", ["f()", "T"]),
                ("{ let x = 1, user = 2; return T(x, user) }()", ["T"]),
                ("{ for (user, r) in pairs { return T(user, r) }; return T() }()", ["|", "pairs", "T"]),
                ("if let user = Optional(1) { T(user) } else { T() }", ["|", "Optional", "T"]),
                ("{ func f(a: Int, user: Int) -> T { T(a, user) }; return f(a: 1, user: 2) }()", ["T"]),
                ("{ let `user` = 3; return T(user) }()", ["T"]),
                ("T(T()[user: 3])", ["T"]),
                ("T(T.mk(logger:user:))", ["T"]),
                (#""\({ let user = 1; return user }())""#, []),
            ]
        )
        func names(initializer: String, expected: [String]) { #expect(candidates(in: initializer) == expected) }

        @Test(
            "The record lists a lookup with a literal type and identifier, and marks any other lookup as unread",
            arguments: [
                ("A(resolve(API.self))", ["A", "API.self"]),
                ("Container.main.injector.instance(for: any API.self)", ["!API.self"]),
                ("resolve((any API).self)", ["API.self"]),
                ("Container.resolve([Plugin].self)!", ["[Plugin].self"]),
                ("Container.resolveAssert(Box<Int, A.B>.self, id: \"eu\")", ["!Box<Int,A.B>.self \"eu\""]),
                ("$0.throwingInstance(id: 1)", ["?"]),
                ("Container.resolve(API.self, id: name)", ["?", "API", "name"]),
                ("A { Container.main.injector.safeInstance() }", ["A", "~?"]),
            ]
        )
        func requests(initializer: String, expected: [String]) {
            #expect(candidates(in: initializer) == expected)
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
            // Defect: a record was a variable in a section of the linker, about which the compiler complained after any
            // mistake that it finds late.
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

        private func candidates(in initializer: String) -> [String] {
            let scan = Scanner.scan("@Service var x = " + initializer)
            let start = "@Service var x = ".utf8.count
            return Candidates(scan: scan, initializer: start..<scan.source.count).lines
        }
    }
#endif
