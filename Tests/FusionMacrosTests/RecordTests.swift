import Testing

@testable import FusionMacros

@Suite("The record that @Service writes beside a property")
struct RecordTests {
    @Test("It has the property's actor and availability, and the linker finds it by its section")
    func complete() {
        let source = """
            @MainActor @Service(.singleton) @available(iOS 17, *) @objc @inlinable public var api: API = Live(client)
            """
        #expect(
            peer(source, attribute: "@Service(.singleton)")?.split(separator: "\n").dropFirst().joined(separator: "\n")
                == """
                #if compiler(>=6.3)
                @MainActor
                @available(iOS 17, *)
                private static func __declare_api(_ visitor: Swift.UnsafeMutableRawPointer) {
                    __service_api.declare(to: visitor, .init(.singleton), mentions: "Live\\u{a}client", \\.api)
                }
                #if objectFormat(MachO)
                @section("__DATA_CONST,wormer_services")
                #elseif objectFormat(ELF)
                @section("wormer_services")
                #endif
                @used
                @MainActor
                @available(iOS 17, *)
                private static let __record_api: Fusion.ServiceRecord = (1, { __declare_api($0) })
                #endif
                """
        )
    }

    @Test("Without an initializer it says nothing but the property")
    func withoutInitializer() {
        #expect(described("@Service var user: User") == #"__service_user.declare(to: visitor, \.user"#)
    }

    @Test(
        "The attributes of an actor are those that begin with a capital letter, and each is taken once",
        arguments: [
            ("@Service @MainActor nonisolated(unsafe) var x = 1", "@MainActor\nnonisolated "),
            ("@Service nonisolated var x = 1", "nonisolated "),
            ("@Isolation.Mine @Service var x = 1", "@Isolation.Mine\n"),
            ("#if A\n@MainActor\n#else\n@MainActor\n#endif\n@Service var x = 1", "@MainActor\n"),
            ("@usableFromInline @Fusion.Service var x = 1", ""),
        ]
    )
    func attributes(declaration: String, expected: String) {
        #expect(peer(declaration)?.contains("\n\(expected)private static func __declare_x(") == true)
        #expect(peer(declaration)?.contains("@used\n\(expected)private static let __record_x:") == true)
    }

    @Test(
        "It has the names and the requests in the initializer that may be needs of the service",
        arguments: [
            ("A(client, log: logger)", ["A", "client", "logger"]),
            ("a.b(c).d", ["a", "c"]),
            ("A(x: on ? one : two)", ["A", "on", "one", "two"]),
            ("[key: value]", ["key", "value"]),
            (#""\(host):\(format(port, as: .decimal))""#, ["host", "format", "port"]),
            ("`default`.self", ["default"]),
            ("if debug { fake } else { real }", ["debug", "fake", "real"]),
            ("A { later }", ["A", "~later"]),
            ("{ let a = b; return C(a) }()", ["b", "C"]),
            ("({ [stock] in Part(stock, clock) })", ["stock", "~Part", "~clock"]),
            ("A { [weak b = c] d in b(d, $0) }", ["A", "~c"]),
            ("A { guard let b = c else { return d }; return b }", ["A", "~c", "~d"]),
            ("#selector(x) + \"a\" + 1", ["x"]),
        ]
    )
    func names(initializer: String, expected: [String]) {
        #expect(mentions(initializer) == expected)
    }

    @Test(
        "A request is known by its literal type and identifier, and is marked as unread without them",
        arguments: [
            ("A(resolve(API.self))", ["A", "API.self"]),
            ("Container.main.injector.instance(for: any API.self)", ["Container", "API.self"]),
            ("Container.get([Plugin].self)!", ["Container", "[Plugin].self"]),
            ("Container.resolveAssert(Box<Int, A.B>.self, id: \"eu\")", ["Container", "Box<Int,A.B>.self \"eu\""]),
            ("$0.throwingInstance(id: 1)", ["?"]),
            ("Container.resolve(API.self, id: name)", ["Container", "?", "API", "name"]),
            ("A { Container.main.injector.safeInstance() }", ["A", "~Container", "~?"]),
            ("cache.get(key)", ["cache", "key"]),
        ]
    )
    func requests(initializer: String, expected: [String]) {
        #expect(mentions(initializer) == expected)
    }

    private func mentions(_ initializer: String) -> [String] {
        let scan = Scanner.scan("@Service var x = " + initializer)
        let start = "@Service var x = ".utf8.count
        return Mentions(scan: scan, initializer: start..<scan.source.count).lines
    }
}
