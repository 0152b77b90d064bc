import Testing

#if os(macOS) || os(Linux)
    @testable import FusionPlugin

    @Suite("@Service writes a key for a property")
    struct PeerTests {
        @Test("The key contains the name, the file and the line of the 'var'")
        func complete() {
            let source = "\n    @MainActor\n    @Service(.singleton)\n    public var apiService: API = Live()"
            #expect(
                key(source, attribute: "\n    @Service(.singleton)\n    ") == """
                    nonisolated private static let __service_apiService = \
                    Fusion._ServiceKey("apiService", file: "App/File.swift", line: 13)
                    """
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
            let read = "Self.__service_x.get(from: self, \(expected)) { __owner in"
            #expect(accessors(source, attribute: attribute)?.contains(read) == true)
            let value = #"Fusion._ServiceKey("x", file: "App/File.swift", line: 10)"#
            #expect(key(source, attribute: attribute) == "nonisolated private static let __service_x = \(value)")
            #expect(
                described(source, attribute: attribute)
                    == #"__service_x.declare(to: visitor, \.x, \#(expected), candidates: """#
            )
        }

        @Test(
            "The key keeps backticks around names that need them with the prefix",
            arguments: [
                ("`default`", "__service_default", "default"),
                ("`my service`", "`__service_my service`", "my service"),
                ("`say \"a\"`", "`__service_say \"a\"`", "say \\\"a\\\""),
                ("größe", "__service_größe", "größe"),
            ]
        )
        func names(name: String, peer: String, text: String) {
            let value = "Fusion._ServiceKey(\"\(text)\", file: \"App/File.swift\", line: 10)"
            #expect(key("@Service var \(name) = 1") == "nonisolated private static let \(peer) = \(value)")
            let read = "Self.\(peer).get(from: self, .init()) { __owner in"
            #expect(accessors("@Service var \(name) = 1")?.contains(read) == true)
            #expect(accessors("@Service var \(name) = 1")?.contains("return __owner.\(name)\n") == true)
        }

        @Test("Lines are counted with all kinds of line endings")
        func lineEndings() {
            #expect(key("\r\n\n\r@Service\r\nvar x = 1")?.hasSuffix("line: 14)") == true)
        }
    }
#endif
