import Testing
@testable import Wormer
import WormerGraph

@Suite("A dictionary contains the bindings of an interface by their identifiers")
struct DictionaryTests {
    let injector = Injector(parent: nil)

    private enum Region: Hashable { case eu, us }

    private func bind(_ name: String, id: AnyHashable?, _ lifetime: Lifetime = .transient, in other: Injector? = nil) {
        (other ?? injector).bind(Plugin.self, id: id, lifetime: lifetime, to: .make { SharedPlugin(name: name) })
    }

    /// The names in the dictionary.
    private func names<ID: Hashable>(by type: ID.Type, in other: Injector? = nil) -> [ID: String] {
        (other ?? injector).instance(for: [ID: any Plugin].self).mapValues(\.name)
    }

    @Test("A dictionary contains the bindings whose identifiers have the type of its keys")
    func types() {
        #expect(names(by: Region.self) == [:])
        bind("eu", id: Region.eu)
        bind("us", id: Region.us)
        bind("text", id: "eu")
        bind("number", id: 1)
        bind("plain", id: nil)
        injector.bindInterface(named: "eu", toImplementation: NamedPlugin.self) { NamedPlugin(name: "named") }
        injector.contribute(to: Plugin.self, .make { NamedPlugin(name: "contributed") })
        injector.bind(Int.self, id: Region.eu, to: .make { 1 })
        #expect(names(by: Region.self) == [.eu: "eu", .us: "us"])
        #expect(names(by: String.self) == ["eu": "text"])
        #expect(names(by: Int.self) == [1: "number"])
        #expect(names(by: Double.self) == [:])
        #expect(names(by: AnyHashable.self) == [Region.eu: "eu", Region.us: "us", "eu": "text", 1: "number"])
    }

    @Test("A dictionary can be a parameter, optional, behind a provider, and empty")
    func parameters() throws {
        struct Host {
            let plugins: [String: any Plugin]
            let numbers: [Region: Int]?
        }
        injector.bind(Host.self, to: .using(Host.init(plugins:numbers:)))
        bind("a", id: "a")
        bind("b", id: "b")
        let host: Host = injector.instance()
        #expect(host.plugins.mapValues(\.name) == ["a": "a", "b": "b"])
        #expect(host.numbers == [:])
        #expect(try injector.throwingInstance(for: [String: any Plugin].self).count == 2)
        #expect(injector.safeInstance(for: [String: any Plugin].self)?.count == 2)
        #expect(injector.instance(for: Provider<[String: any Plugin]>.self)().count == 2)
        #expect(!injector.isBound([String: any Plugin].self))
    }

    @Test("A bound dictionary takes precedence, and a dictionary with an identifier must be bound")
    func boundDictionaries() {
        bind("a", id: "a")
        injector.bind([String: any Plugin].self, to: .make { [:] })
        #expect(names(by: String.self) == [:])
        #expect(injector.safeInstance(for: [Region: any Plugin].self, id: 1) == nil)
    }

    @Test("A binding that is removed while the others are created is left out")
    func takenBack() {
        injector.bindMake(Plugin.self, id: 1) { injector in
            injector.unbind(Plugin.self, id: 2)
            return NamedPlugin(name: "first")
        }
        bind("second", id: 2)
        #expect(names(by: Int.self) == [1: "first"])
    }

    @Test("A child's binding replaces its parent's binding with an equal identifier in the dictionary")
    func children() {
        let child = Injector(parent: injector)
        bind("parent's", id: 1, .singleton)
        bind("parent's", id: 2)
        bind("parent's", id: 3)
        bind("child's", id: 2, in: child)
        bind("child's", id: 3.0, in: child)
        #expect(names(by: Int.self, in: child) == [1: "parent's", 2: "child's"])
        #expect(names(by: Double.self, in: child) == [3: "child's"])
        #expect(names(by: Int.self) == [1: "parent's", 2: "parent's", 3: "parent's"])
        let shared = child.instance(for: [Int: any Plugin].self)[1] as? SharedPlugin
        #expect(shared != nil && shared === injector.instance(for: Plugin.self, id: 1) as? SharedPlugin)
    }

    @Test("All values of a dictionary belong to one resolution")
    func resolution() async throws {
        injector.bind(Piece.self, lifetime: .resolution, to: .make { Piece() })
        for id in 0..<2 {
            injector.bind(ObjectIdentifier.self, id: id, to: .using { (piece: Piece) in ObjectIdentifier(piece) })
        }
        #expect(Set(injector.instance(for: [Int: ObjectIdentifier].self).values).count == 1)
        #expect(Set(try await injector.asyncInstance(for: [Int: ObjectIdentifier].self).values).count == 1)
    }

    @Test("The error for a failing value shows its identifier and the path")
    func failing() {
        injector.bind(Plugin.self, id: "a", to: .make { throw PlannedFailure(description: "no") })
        injector.bind(Int.self, to: .using { (all: [String: any Plugin]) in all.count })
        let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Int.self) }
        #expect(
            error?.description.withoutLocations == """
                Cannot inject Plugin (id: "a"): its factory threw PlannedFailure: no
                  path          Int, looked up at WormerTests/DictionaryTests.swift:LINE, bound at \
                WormerTests/DictionaryTests.swift:LINE
                                Plugin (id: "a"), looked up at WormerTests/DictionaryTests.swift:LINE, bound at \
                WormerTests/DictionaryTests.swift:LINE
                  to do         Fix the error. No instance was kept, and the next lookup runs the factory again.
                """
        )
        #expect(injector.safeInstance(for: [String: any Plugin].self) == nil)
    }

    @Test("An awaited lookup includes asynchronous values, and a synchronous lookup fails until they exist")
    func awaiting() async throws {
        bind("plain", id: 1)
        injector.bind(Plugin.self, id: 2, lifetime: .singleton, to: .async { NamedPlugin(name: "awaited") })
        injector.bind(Int.self, to: .using { (all: [Int: any Plugin]) in all.count })
        #expect(injector.safeInstance(for: Int.self) == nil)
        #expect(try await injector.asyncInstance(for: Int.self) == 2)
        let all = try await injector.asyncInstance(for: [Int: any Plugin].self)
        #expect(all.mapValues(\.name) == [1: "plain", 2: "awaited"])
        #expect(injector.instance(for: Int.self) == 2)
    }

    @Test("The graph has an edge to each value, and verify() detects cycles and captured instances among them")
    func graph() throws {
        let child = Injector(parent: injector)
        bind("parent's", id: 1)
        bind("parent's", id: 2)
        bind("parent's", id: "text")
        bind("child's", id: 2, in: child)
        child.bind(Int.self, to: .using { (all: [Int: any Plugin], none: [Int: Bool]) in all.count + none.count })
        let edges = child.graph.edges
        #expect(edges.map(\.to) == ["WormerTests.Plugin 2", "^WormerTests.Plugin 1"])
        #expect(edges.allSatisfy { $0.kind == .declared })
        try child.verify()
        child.bind(Piece.self, lifetime: .weak, to: .make { Piece() })
        child.bind(Plugin.self, id: 5, to: .using { (piece: Piece) in NamedPlugin(name: piece.name) })
        child.bind(Plugin.self, id: 6, to: .using { (count: Int) in NamedPlugin(name: "\(count)") })
        child.bind(UInt.self, lifetime: .singleton, to: .using { (all: [Int: any Plugin]) in UInt(all.count) })
        let error = #expect(throws: VerificationError.self) { try child.verify() }
        let faults = error?.faults.map { "\($0)".prefix { $0 != ":" } }
        #expect(faults?.contains("cycle") == true)
        #expect(faults?.contains("a singleton would hold a shorter-lived instance (weak)") == true)
    }
}
