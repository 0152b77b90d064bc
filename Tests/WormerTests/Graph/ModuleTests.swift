import Testing
@testable import Wormer

extension Module {
    fileprivate static let storage = Module { $0.contribute(to: Plugin.self, .make { NamedPlugin(name: "storage") }) }
    fileprivate static let network = Module(requires: [.storage]) {
        $0.contribute(to: Plugin.self, .make { NamedPlugin(name: "network") })
    }
    fileprivate static let shop = Module(requires: [.storage, .network]) {
        $0.contribute(to: Plugin.self, .make { NamedPlugin(name: "shop") })
    }
    fileprivate static let chicken: Module = Module(requires: [.shop, .egg], fileID: "Farm/Farm.swift", line: 1) { _ in
    }
    fileprivate static let egg: Module = Module(requires: [.chicken], fileID: "Farm/Farm.swift", line: 2) { _ in }
}

@Suite("A module is installed once, after the modules that it requires")
struct ModuleTests {
    private let injector = Injector(parent: nil)

    private func plugins(in injector: Injector) -> [String] {
        injector.instances(for: Plugin.self).map(\.name)
    }

    @Test("A module that two others require contributes once, and first")
    func once() throws {
        try injector.install(.shop)
        try injector.install(.storage)
        try injector.install(.shop)
        #expect(plugins(in: injector) == ["storage", "network", "shop"])
    }

    @Test("A child counts the modules of its parent, and its own are unknown to the parent")
    func children() throws {
        try injector.install(.storage)
        let child = Injector(parent: injector)
        try child.install(.network)
        #expect(plugins(in: child) == ["storage", "network"])
        try injector.install(.network)
        #expect(plugins(in: injector) == ["storage", "network"])
    }

    @Test("An override counts the modules from outside, and what it installs stays inside")
    func overrides() throws {
        try injector.install(.storage)
        try inOverride {
            try injector.install(.network)
            #expect(plugins(in: injector) == ["storage", "network"])
        }
        #expect(plugins(in: injector) == ["storage"])
        try injector.install(.network)
        #expect(plugins(in: injector) == ["storage", "network"])
    }

    @Test("reset() forgets the modules")
    func reset() throws {
        try injector.install(.network)
        injector.reset()
        try injector.install(.network)
        #expect(plugins(in: injector) == ["storage", "network"])
    }

    @Test("Modules that require each other are an error with the path, and nothing is installed")
    func cycle() {
        let error = #expect(throws: ModuleCycleError.self) { try injector.install(.chicken) }
        #expect(
            error?.description
                == "modules require each other: Farm/Farm.swift:1 -> Farm/Farm.swift:2 -> Farm/Farm.swift:1"
        )
        #expect(plugins(in: injector).isEmpty)
    }

    @Test("A module whose closure throws can be installed again")
    func failing() throws {
        let journal = Journal()
        let module = Module { _ in
            journal.note("called")
            throw PlannedFailure(description: "no file")
        }
        #expect(throws: PlannedFailure.self) { try injector.install(module) }
        #expect(throws: PlannedFailure.self) { try injector.install(module) }
        #expect(journal.entries == ["called", "called"])
    }

    @Test("Installed modules are not in the graph, and no request finds them")
    func graph() throws {
        try injector.install(.network)
        #expect(injector.graph.nodes.count == 2)
        #expect(try injector.verify().checkedCount == 0)
        #expect(!injector.isBound(Module.self))
        #expect(injector.instances(for: Module.self).isEmpty)
    }
}
