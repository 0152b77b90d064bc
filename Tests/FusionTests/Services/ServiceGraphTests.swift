import Fusion
import Testing
import Wormer
import WormerGraph

struct Pump: Sendable { let name: String }

extension Container {
    @Service fileprivate var missingPump: Pump
    @Service fileprivate var sparePump: Pump?
    @Service(.singleton) fileprivate var mainPump = Pump(name: "main")
    @Service fileprivate var well: [Pump] = isTest ? [mainPump] : [missingPump]
    @Service fileprivate var garden = well.count
    @Service fileprivate var lateGarden: () -> Int = ({ Container.main.well.count })
    @Service fileprivate var unread: Pump = Container.main.injector.instance()
    @Service fileprivate var opaque: some Sendable = mainPump
    @Service @MainActor fileprivate var display = "display of \(mainPump.name)"
    fileprivate var composite: Int { garden * 2 }
    fileprivate var plain: Int { 7 }
    @Service(.singleton) private var twin = Pump(name: "first")
    fileprivate var firstTwin: Pump { twin }
    @Service(lifetime: .scope(Wormer.Scope("shift"))) fileprivate var shift = Pump(name: "shift")
}

@Suite("The graph of a container includes declared services")
struct ServiceGraphTests {
    private let container = Container()

    /// Runs `body` with the services that this file and `files` declare.
    private func withOwnServices<Result>(and files: String..., body: () throws -> Result) rethrows -> Result {
        try knowingFiles(["ServiceGraphTests.swift"] + files, body)
    }

    /// Creates the instances of the services that one file declares.
    private func verifyInstances(of file: String) async throws -> Verification {
        try await knowingFiles([file]) { try await container.injector.verifyInstances() }
    }

    private func needs(_ name: String) -> [String] {
        let graph = container.injector.graph
        let id = graph.nodes.first { $0.identifier == name }?.id
        return graph.edges.filter { $0.from == id }.map { edge in
            "\(graph.nodes.first { $0.id == edge.to }?.identifier ?? edge.to) \(edge.kind)"
        }
    }

    @Test("verify() reports an unassigned service without an initializer, unless it is optional")
    func unassigned() async throws {
        let error = await #expect(throws: VerificationError.self) {
            try await verifyInstances(of: "ServiceGraphTests.swift")
        }
        try withOwnServices {
            #expect(error?.faults.count == 2)
            #expect(error?.faults.last?.description.hasPrefix("Pump is not bound; unread: Pump (") == true)
            container.bind(Pump.self, value: Pump(name: "bound"))
            let verified = try container.mock {
                $0.missingPump = Pump(name: "mock")
            } then: {
                try container.injector.verify().checkedCount
            }
            #expect(verified == 11)
            container.missingPump = Pump(name: "assigned")
            #expect(try container.injector.verify().checkedCount == 11)
            container.unassign(\.missingPump)
            #expect(throws: VerificationError.self) { try container.injector.verify() }
        }
    }

    @Test("The graph of the main injector has the declared services, that of a mere injector does not")
    func injectors() {
        withOwnServices {
            let (injector, container) = withEmptyMain { (Injector.default.graph, Injector.default.graph) }
            #expect(injector == container)
            #expect(Injector.default.graph.nodes.contains { $0.identifier == "mainPump" })
            #expect(Injector(parent: nil).graph.nodes.isEmpty)
            #expect(throws: VerificationError.self) { try Injector.default.verify() }
        }
    }

    @Test("The graph shows dependencies from the source until the initializer has run")
    func sourceAndObservation() {
        withOwnServices {
            #expect(needs("well") == ["mainPump inferred", "missingPump inferred"])
            #expect(needs("garden") == ["well inferred"])
            #expect(needs("opaque") == ["mainPump inferred"])
            #expect(container.garden == 1)
            #expect(needs("well") == ["mainPump observed"])
            #expect(needs("garden") == ["well observed"])
        }
    }

    @Test("verify() reports a cycle of services, and a possible cycle behind a closure or branch")
    func cycles() {
        withOwnServices(and: "CyclicServices.swift") {
            container.missingPump = Pump(name: "assigned")
            container.bind(Pump.self, value: Pump(name: "bound"))
            let error = #expect(throws: VerificationError.self) { try container.injector.verify() }
            #expect(error?.faults.count == 1)
            #expect(error?.faults.first?.description.hasPrefix("cycle: chickenHouse: String (") == true)
            let conditional = error?.remarks.filter { $0.kind == .conditional }
            #expect(conditional?.count == 1)
            #expect(conditional?.first?.description.hasPrefix("cycle: day: String (") == true)
        }
    }

    @Test("explain() shows a service by its property and reports a property that is no service")
    func explained() {
        withOwnServices {
            #expect(
                container.injector.explain(\Container.garden).withoutLocations == """
                    Int (garden) [transient] FusionTests/ServiceGraphTests.swift:LINE
                      Array<Pump> (well) [transient] FusionTests/ServiceGraphTests.swift:LINE (inferred)
                        Pump (mainPump) [singleton] FusionTests/ServiceGraphTests.swift:LINE (inferred)
                        Pump (missingPump) [unassigned] FusionTests/ServiceGraphTests.swift:LINE (inferred)
                    Nothing is known to depend on Int (garden).
                    """
            )
            #expect(Injector.default.explain(\Container.composite) == "Int - not a declared service")
            #expect(Injector.default.explain(\Container.plain) == "Int - not a declared service")
            #expect(container.injector.explain(Pump.self) == "Pump - not bound")
        }
    }

    @Test("unassign() with a computed property does not unassign the service that its getter reads")
    func composite() {
        container.garden = 5
        container.unassign(\.composite)
        #expect(container.garden == 5)
        container.unassign(\.garden)
        #expect(container.garden == 1)
    }

    @Test("The graph shows the actor and the lifetime of a service, and whether it has an instance")
    @MainActor func nodes() throws {
        withOwnServices {
            func node(_ name: String) -> DependencyGraph.Node? {
                container.injector.graph.nodes.first { $0.identifier == name }
            }
            #expect(node("display")?.actor == "MainActor")
            #expect(node("display")?.isService == true)
            _ = container.display
            #expect(node("mainPump")?.hasInstance == true)
            #expect(node("shift")?.lifetime == "scope shift")
        }
    }

    @Test("Two private services with the same name and type in two files are two nodes")
    func twins() {
        #expect(container.firstTwin.name == "first")
        let twins = withOwnServices(and: "TwinService.swift") {
            container.injector.graph.nodes.filter { $0.identifier == "twin" }
        }
        #expect(Set(twins.map(\.id)).count == 2)
        #expect(!container.injector.graph.description.isEmpty)
        #expect(container.secondTwin == 2)
    }

    @Test("verifyInstances() creates declared services in a temporary copy")
    func making() async throws {
        try await knowingFiles(["TwinService.swift"]) {
            let created = Tally()
            let verification = try await Twins.$created.withValue(created) {
                try await container.injector.verifyInstances()
            }
            #expect(verification.checkedCount == 3)
            #expect(created.count == 1)
            #expect(container.injector.graph.nodes.allSatisfy { !$0.hasInstance })
            #expect(container.injector.graph.edges.allSatisfy { $0.kind == .inferred })
        }
    }

    @Test("verifyInstances() skips services whose dependencies are missing or unknown")
    func makingWhatIsKnown() async throws {
        container.injector.bind(Pump.self, lifetime: .singleton, to: .async { Pump(name: "pool") })
        let verification = try await verifyInstances(of: "PoolService.swift")
        #expect(verification.checkedCount == 2)
        #expect(
            verification.remarks.filter { $0.kind == .unchecked }.map(\.places[0].interface) == ["unknownPump: Pump"]
        )
        #expect(verification.remarks.filter { $0.kind == .conditional }.isEmpty)
    }

    @Test("verify() reports a forced lookup of a service for an asynchronous transient")
    func asynchronous() {
        container.injector.bind(Pump.self, to: .async { Pump(name: "new") })
        knowingFiles(["PoolService.swift"]) {
            let error = #expect(throws: VerificationError.self) { try container.injector.verify() }
            #expect(
                error?.faults.map(\.description.withoutLocations) == [
                    "created asynchronously and resolved synchronously: "
                        + "pooledPump: Pump (FusionTests/PoolService.swift:LINE) -> "
                        + "Pump (FusionTests/ServiceGraphTests.swift:LINE)"
                ]
            )
        }
    }

    @Test("The graph shows the service behind an alias before either is read")
    func alias() {
        withOwnServices {
            container.setAlias(\.garden, for: Int.self)
            let place = "[transient] FusionTests/ServiceGraphTests.swift:LINE"
            #expect(
                container.injector.explain(Int.self).withoutLocations.hasPrefix("Int \(place)\n  Int (garden) \(place)")
            )
        }
    }
}

@Suite("A container verifies and draws its bindings")
struct ContainerGraphTests {
    @Test("The graph of a child shows the services as bindings of its parent")
    func children() {
        knowingFiles(["ServiceGraphTests.swift"]) {
            let container = Container()
            let child = Container(parent: container)
            container.bind(Pump.self, value: Pump(name: "bound"))
            #expect(
                Set(child.injector.graph.nodes.map(\.identifier))
                    == Set(container.injector.graph.nodes.map(\.identifier))
            )
            #expect(child.injector.graph.nodes.allSatisfy { $0.id.hasPrefix("^") })
            _ = child.mainPump
            #expect(container.injector.graph.nodes.first { $0.identifier == "mainPump" }?.hasInstance == true)
        }
    }
}
