import Fusion
import Testing
import Wormer

private final class Connection: Sendable {}

extension Wormer.Scope {
    fileprivate static let visit = Scope("visit")
    fileprivate static let stay = alwaysOpen("stay")
}

extension Container.Scope { fileprivate static let stay = id("stay") }

extension Container {
    @Service(lifetime: .scope(.visit)) fileprivate var visited = Connection()
    @Service(.stay) fileprivate var stayed = Connection()
    @Service(lifetime: .weak) fileprivate var held = Connection()
    @Service(lifetime: .resolution) fileprivate var shared = Connection()
    @Service fileprivate var pair = [shared, shared]
    @Service(lifetime: .scope(.visit)) fileprivate var reception = Reception(visitor: injector.instance())
    @Service fileprivate var greeting: String = "Hello, \(reception.visitor.name)!"
}

private struct Visitor: Sendable { let name: String }

private final class Reception: Sendable {
    let visitor: Visitor
    init(visitor: Visitor) { self.visitor = visitor }
}

@Suite("A container opens and ends scopes")
struct ContainerScopeTests {
    @Test("A declared service depends on a value that is provided for its scope")
    func provided() async throws {
        let container = Container()
        container.bind(Visitor.self, lifetime: .scope(.visit), to: .provided)
        try await container.injector.withScope(.visit, providing: Visitor(name: "Ada")) {
            await Task.yield()
            #expect(container.greeting == "Hello, Ada!")
            #expect(container.reception === container.reception)
            #expect(container.resolve(Visitor.self)?.name == "Ada")
        }
    }

    @Test("A scope awaits the end of its instances in an asynchronous function, and not in a synchronous one")
    func opening() async throws {
        let (container, ended) = (Container(), Tally())
        let factory = Factory<Connection>.make { Connection() }.onEnd { _ async in
            await Task.yield()
            ended.increment()
        }
        container.bind(Connection.self, lifetime: .scope(.visit), to: factory)
        let first = try await container.injector.withScope(.visit) { container.resolve(Connection.self) }
        #expect(first != nil)
        #expect(ended.count == 1)
        func openNow() throws {
            try container.injector.withScope(.visit) { #expect(container.resolve(Connection.self) == nil) }
        }
        try openNow()
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
}

#if os(macOS) || os(Linux)
    extension ContainerScopeTests {
        @Test("The error for a value that was not provided shows the declared services on the path")
        func notProvided() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Container.bind(Visitor.self, lifetime: .scope(.visit), to: .provided)
                try await Injector.default.withScope(.visit) { _ = Container.main.greeting }
            }
            let text = result?.standardError ?? ""
            #expect(text.contains("Cannot inject Visitor: the scope 'visit' was opened without it."))
            #expect(text.contains("greeting: String, declared at "))
            #expect(text.contains("reception: Reception, declared at "))
        }
    }
#endif
