import Fusion
import Testing
import Wormer

private final class Connection: Sendable {
    let name: String
    init(_ name: String = "connection") { self.name = name }
}

extension Wormer.Scope {
    fileprivate static let visit = Scope("visit")
    fileprivate static let stay = alwaysOpen("stay")
}

extension Container.Scope {
    fileprivate static let stay = id("stay")
}

extension Container {
    @Service(lifetime: .scope(.visit)) fileprivate var visited = Connection()
    @Service(.stay) fileprivate var stayed = Connection()
    @Service(lifetime: .weak) fileprivate var held = Connection()
    @Service(lifetime: .resolution) fileprivate var shared = Connection()
    @Service fileprivate var pair = [shared, shared]
    @Service(lifetime: .scope(.visit)) fileprivate var reception = Reception(visitor: injector.instance())
    @Service fileprivate var greeting: String = "Hello, \(reception.visitor.name)!"
}

private struct Visitor: Sendable {
    let name: String
}

private final class Reception: Sendable {
    let visitor: Visitor
    init(visitor: Visitor) { self.visitor = visitor }
}

@Suite("A container opens and ends scopes")
struct ContainerScopeTests {
    private let ended = Tally()

    private func bindConnection(_ lifetime: Lifetime, in container: Container) {
        container.bind(
            Connection.self,
            id: 1,
            lifetime: lifetime,
            to: .make { Connection() }.onEnd { [ended] _ in ended.increment() }
        )
        container.bind(
            Connection.self,
            id: 2,
            lifetime: lifetime,
            to: .make { Connection() }.onEnd { [ended] _ async in
                await Task.yield()
                ended.increment()
            }
        )
    }

    private func connect(_ container: Container) -> [Connection] {
        [1, 2].map { container.resolveAssert(Connection.self, id: $0) }
    }

    @Test("A declared service depends on a value that is provided for its scope")
    func provided() async throws {
        let container = Container()
        container.bind(Visitor.self, lifetime: .scope(.visit), to: .provided)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    try await container.injector.withScope(.visit, providing: Visitor(name: "\(number)")) {
                        await Task.yield()
                        #expect(container.greeting == "Hello, \(number)!")
                        #expect(container.reception === container.reception)
                        #expect(container.resolve(Visitor.self)?.name == "\(number)")
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test("A scope ends its instances, and awaits their end in an asynchronous function")
    func opening() async throws {
        // Defect: a body without 'await' opened the scope synchronously, so that no end could be awaited.
        let container = Container()
        bindConnection(.scope(.visit), in: container)
        let connections = try await container.injector.withScope(.visit) { connect(container) + connect(container) }
        #expect(Set(connections.map(ObjectIdentifier.init)).count == 2)
        #expect(ended.count == 2)
        func openNow() throws {
            try container.injector.withScope(.visit) {
                #expect(container.resolve(Connection.self, id: 1) != nil)
                #expect(container.resolve(Connection.self, id: 2) == nil)
            }
        }
        try openNow()
        #expect(ended.count == 3)
    }

    @Test("A scope of the main container ends its instances, and end() ends its singletons")
    func statically() async throws {
        try await withEmptyMain {
            let ended = ended
            Container.bind(
                Connection.self,
                id: 1,
                lifetime: .scope(.visit),
                to: .make { Connection() }.onEnd { _ in ended.increment() }
            )
            Container.bind(
                Connection.self,
                id: 2,
                lifetime: .singleton,
                to: .make { Connection() }.onEnd { _ async in ended.increment() }
            )
            try await Injector.default.withScope(.visit) { _ = connect(.main) }
            #expect(ended.count == 1)
            func openNow() throws { try Injector.default.withScope(.visit) { _ = connect(.main) } }
            try openNow()
            #expect(ended.count == 2)
            try await Injector.default.end(.singleton)
            #expect(ended.count == 3)
            _ = Container.resolveAssert(Connection.self, id: 2)
            try await Injector.default.end()
            #expect(ended.count == 4)
        }
    }

    @Test("reset(_:) releases the instances of a long-lived scope, and end(_:) also ends them")
    func longLived() async throws {
        let container = Container()
        bindConnection(.scope(.stay), in: container)
        container.bind(Connection.self, id: "other", lifetime: .scope(.alwaysOpen("other")), to: .make { Connection() })
        let (first, other) = (connect(container), container.resolveAssert(Connection.self, id: "other"))
        #expect(first[0] === connect(container)[0])
        container.reset(.stay)
        #expect(ended.count == 0)
        let second = connect(container)
        #expect(first[0] !== second[0])
        try await container.injector.end(.stay)
        #expect(ended.count == 2)
        #expect(second[0] !== connect(container)[0])
        try await container.injector.end(.transient)
        #expect(ended.count == 2)
        #expect(other === container.resolveAssert(Connection.self, id: "other"))
        try await container.injector.end()
        #expect(ended.count == 4)
        #expect(other !== container.resolveAssert(Connection.self, id: "other"))
    }

    @Test("A declared service can live in a scope, be weak or be shared within one resolution")
    func services() async throws {
        let container = Container()
        let (first, second) = try await container.injector.withScope(.visit) { (container.visited, container.visited) }
        #expect(first === second)
        #expect(try await container.injector.withScope(.visit) { container.visited } !== first)
        let stayed = container.stayed
        #expect(stayed === container.stayed)
        try await container.injector.end(.stay)
        #expect(stayed !== container.stayed)
        do {
            let held = container.held
            #expect(held === container.held)
        }
        weak var held: Connection?
        held = container.held
        #expect(isSoon { held == nil })
        let pair = container.pair
        #expect(pair[0] === pair[1])
        #expect(pair[0] !== container.pair[0])
    }

    @Test("An instance that a mock creates in an open scope stays in the mock and ends with the scope")
    func mocking() async throws {
        let container = Container()
        bindConnection(.scope(.visit), in: container)
        try await container.injector.withScope(.visit) {
            let outside = container.resolveAssert(Connection.self, id: 1)
            let inside = container.mock({ _ in }, then: { connect(container) })
            #expect(inside[0] === outside)
            #expect(inside[1] !== connect(container)[1])
            #expect(ended.count == 0)
        }
        #expect(ended.count == 3)
    }
}

#if os(macOS) || os(Linux)
    extension ContainerScopeTests {
        @Test("The error for a value that was not provided shows the declared services on the path")
        func notProvided() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Container.bind(Visitor.self, lifetime: .scope(.visit), to: .provided)
                try await Injector.default.withScope(.visit) { _ = Container.main.greeting }
            }
            let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("Cannot inject Visitor: the scope 'visit' was opened without it."))
            #expect(text.contains("greeting: String, declared at "))
            #expect(text.contains("reception: Reception, declared at "))
        }

        @Test("Reading a service outside its scope ends the process")
        func notOpen() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Container().visited
            }
            #expect(
                result?.fatalErrorText == """
                    FusionTests/ContainerScopeTests.swift:LINE: Fatal error: Cannot inject visited: Connection: the scope \
                    'visit' is not open here.
                      to do         Open the scope around the lookup. Child tasks inherit it:
                                    try await container.injector.withScope(.init("visit")) { <#lookups#> }
                      or            Begin it, for all lookups until it ends:
                                    try container.injector.begin(.init("visit"))
                    """
            )
        }
    }
#endif
