import Testing

@testable import FusionMacros

@Suite("The key that @Service writes beside a property")
struct PeerTests {
    @Test("It holds the name, the file and the line of the 'var'")
    func complete() {
        let source = "\n    @MainActor\n    @Service(.singleton)\n    public var apiService: API = Live()"
        #expect(
            peer(source, attribute: "\n    @Service(.singleton)\n    ") == """
                nonisolated private static let __service_apiService = \
                Fusion.ServiceKey("apiService", file: "App/File.swift", line: 13)
                """
        )
    }

    @Test(
        "The arguments are taken as they are written, without what is around them",
        arguments: [
            ("@Service", ", .transient"),
            ("@Service ", ", .transient"),
            ("@Service()", ", .transient"),
            ("@Service( /* none */ )", ", .transient"),
            ("@Service(.singleton)", ", .singleton"),
            ("@Fusion.Service(lifetime: .weak)", ", lifetime: .weak"),
            ("@Service(\n    .singleton, // the one\n)", ", .singleton"),
            ("@Service(.id(\"a)\", /* b */ 1))", ", .id(\"a)\", /* b */ 1)"),
        ]
    )
    func arguments(attribute: String, expected: String) {
        let source = "@Service var x = 1"
        let read = "self.service(Self.__service_x\(expected), { $0.x }) {"
        #expect(accessors(source, attribute: attribute)?.contains(read) == true)
        let key = #"Fusion.ServiceKey("x", file: "App/File.swift", line: 10)"#
        #expect(peer(source, attribute: attribute) == "nonisolated private static let __service_x = \(key)")
    }

    @Test(
        "Backticks stay around names that need them even behind the prefix",
        arguments: [
            ("`default`", "__service_default", "default"),
            ("`my service`", "`__service_my service`", "my service"),
            ("`say \"a\"`", "`__service_say \"a\"`", "say \\\"a\\\""),
            ("größe", "__service_größe", "größe"),
        ]
    )
    func names(name: String, key: String, text: String) {
        let value = "Fusion.ServiceKey(\"\(text)\", file: \"App/File.swift\", line: 10)"
        #expect(peer("@Service var \(name) = 1") == "nonisolated private static let \(key) = \(value)")
        let read = "service(Self.\(key), .transient, { $0.\(name) })"
        #expect(accessors("@Service var \(name) = 1")?.contains(read) == true)
    }

    @Test("Lines are counted once each, whichever way they end")
    func lineEndings() {
        #expect(peer("\r\n\n\r@Service\r\nvar x = 1")?.hasSuffix("line: 14)") == true)
    }
}
