import Testing
@testable import Wormer
import WormerGraph

private struct Proxy: Sendable {
    let host: String
    let bus: String
    let timeout: Int

    @Sendable static func open(host: String, bus: String, timeout: Int) async throws -> Proxy {
        await Task.yield()
        return Proxy(host: host, bus: bus, timeout: timeout)
    }
}

@MainActor
private final class Panel {
    let title: String
    init(title: String, size: Int) { self.title = "\(title) \(size)" }
}

private struct Shouting: Plugin {
    let name: String
    init(base: Plugin, suffix: String, count: Int) { name = base.name + String(repeating: suffix, count: count) }
}

@Suite("A factory takes an argument for each parameter")
struct ArgumentTests {
    private let injector = Injector(parent: nil)

    private func bindTexts() {
        injector.bind(String.self, id: "host", to: .value("example.com"))
        injector.bind(String.self, to: .value("bus"))
    }

    @Test("An argument is resolved by its type or with an identifier, or is a value")
    func using() throws {
        bindTexts()
        injector.bind(Proxy.self, to: .using(Proxy.init(host:bus:timeout:), .id("host"), .byType, .value(30)))
        let proxy = injector.instance(for: Proxy.self)
        #expect(proxy.host == "example.com" && proxy.bus == "bus" && proxy.timeout == 30)
    }

    @Test("An asynchronous function takes arguments")
    func asynchronous() async throws {
        bindTexts()
        injector.bindAsync(String.self, id: "slow", lifetime: .singleton) {
            await Task.yield()
            return "slow.com"
        }
        injector.bind(Proxy.self, to: .async(Proxy.open(host:bus:timeout:), .id("slow"), .byType, .value(1)))
        #expect(try await injector.asyncInstance(for: Proxy.self).host == "slow.com")
    }

    @Test("An awaited lookup of a synchronous function awaits an argument with an identifier")
    func awaited() async throws {
        injector.bind(String.self, id: "slow", to: .async { "slow.com" })
        injector.bind(Proxy.self, to: .using(Proxy.init(host:bus:timeout:), .id("slow"), .id("slow"), .value(1)))
        #expect(try await injector.asyncInstance(for: Proxy.self).bus == "slow.com")
        #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Proxy.self) }
    }

    @Test("A main-actor initializer takes arguments")
    @MainActor func mainActor() async throws {
        injector.bind(String.self, id: "title", to: .value("Home"))
        injector.bind(Panel.self, to: .onMainActor(Panel.init(title:size:), .id("title"), .value(2)))
        #expect(injector.instance(for: Panel.self).title == "Home 2")
        let title = try await Task.detached { try await injector.asyncInstance(for: Panel.self).title }.value
        #expect(title == "Home 2")
    }

    @Test("A contribution and a decorator take arguments")
    func others() {
        injector.bind(String.self, id: "name", to: .value("plugin"))
        injector.contribute(to: Plugin.self, id: 1, .using(NamedPlugin.init(name:), .id("name")))
        injector.decorate(Plugin.self, id: 1, with: Shouting.init(base:suffix:count:), .value("!"), .value(2))
        #expect(injector.instances(for: Plugin.self).map(\.name) == ["plugin!!"])
    }

    @Test("A dependency with an identifier is an edge of the graph, and a fault if it is missing")
    func graph() throws {
        bindTexts()
        injector.bind(Proxy.self, to: .using(Proxy.init(host:bus:timeout:), .id("host"), .byType, .value(30)))
        #expect(try injector.verify().checkedCount == 3)
        #expect(injector.graph.edges.map(\.kind) == [.declared, .declared])
        injector.unbind(String.self, id: "host")
        let error = #expect(throws: VerificationError.self) { try injector.verify() }
        #expect(
            error?.faults.map(\.description.withoutLocations) == [
                "String (id: \"host\") is not bound; Proxy (WormerTests/ArgumentTests.swift:LINE) needs it; "
                    + "near misses: String without an identifier, bound at WormerTests/ArgumentTests.swift:LINE"
            ]
        )
    }
}
