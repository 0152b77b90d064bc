import Compat
import Fusion
import Testing
import Wormer

private protocol Route: Sendable {
    var path: String { get }
}

private struct FixedRoute: Route {
    let path: String
}

private struct PrefixedRoute: Route {
    let base: any Route
    let prefix: String
    var path: String { prefix + base.path }
}

// Two modules that do not know each other.

private func bindAccounts(in container: Container) {
    container.contribute(to: Route.self) { _ in FixedRoute(path: "/accounts") }
}

private func bindPayments(in container: Container) {
    container.bind(value: "/payments")
    container.contribute(to: Route.self, id: "payments") { FixedRoute(path: $0.resolveAssert(String.self)) }
}

@Suite("Decorators and contributions of a container")
struct ContainerComposingTests {
    @Test("Two modules contribute to one type; who asks for all of them gets both")
    func modules() {
        let container = Container()
        for module in [bindAccounts, bindPayments] {
            module(container)
        }
        #expect(container.resolveAll(Route.self).map(\.path) == ["/accounts", "/payments"])
        #expect(container.resolveAssert(Route.self, id: "payments").path == "/payments")
    }

    @Test("Every face gets all contributions by the array's type, and a wrapper too")
    func faces() {
        struct Router {
            @Fusion.Inject var routes: [any Route]
            @Fusion.Inject var none: [Int]
        }
        withEmptyMain {
            bindAccounts(in: .main)
            Container.contribute(to: Route.self, using: FixedRoute.init(path:))
            Container.bind(value: "/wired")
            Container.contribute(to: Route.self, lifetime: .singleton) { _ in FixedRoute(path: "/last") }
            let paths = ["/accounts", "/wired", "/last"]
            #expect(Router().routes.map(\.path) == paths)
            #expect(Router().none == [])
            #expect(Container.resolveAll(Route.self).map(\.path) == paths)
            #expect(Container.resolve([any Route].self)?.map(\.path) == paths)
            #expect(Injector.default.instances(for: Route.self).map(\.path) == paths)
            let routes: [any Route] = Resolver.shared.resolve()
            #expect(routes.map(\.path) == paths)
            #expect(Container.resolve([Double].self) == [])
        }
    }

    @Test("A child adds to its parent's contributions, and its factories are given the container they live in")
    func children() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.bind(value: "parent")
        child.bind(value: "child")
        for container in [child, parent] {
            container.contribute(to: Route.self) { FixedRoute(path: $0.resolveAssert(String.self)) }
        }
        child.contribute(to: Route.self, using: FixedRoute.init(path:))
        #expect(child.resolveAll(Route.self).map(\.path) == ["parent", "child", "child"])
        #expect(parent.resolveAll(Route.self).map(\.path) == ["parent"])
    }

    @Test("Decorators: in order, auto-wired, with an identifier, of what a parent bound, and not of what was set")
    func decorators() {
        let container = Container()
        let child = Container(parent: container)
        container.bind(Route.self, value: FixedRoute(path: "a"))
        container.bind(Route.self, id: 1, value: FixedRoute(path: "b"))
        container.decorate(Route.self) { PrefixedRoute(base: $0, prefix: "1") }
        container.decorate(Route.self, decorator: PrefixedRoute.init(base:prefix:))
        container.decorate(Route.self, id: 1) { PrefixedRoute(base: $0, prefix: "id") }
        container.bind(value: "2")
        #expect(container.resolveAssert(Route.self).path == "21a")
        #expect(child.resolveAssert(Route.self).path == "21a")
        #expect(container.resolveAssert(Route.self, id: 1).path == "idb")
        container.set(FixedRoute(path: "set"), for: (any Route).self)
        #expect(container.resolveAssert(Route.self).path == "set")
        container.unassignAll()
        #expect(container.resolveAssert(Route.self).path == "21a")
        container.injector.reset()
        container.bind(Route.self, value: FixedRoute(path: "a"))
        #expect(container.resolveAssert(Route.self).path == "a")
    }

    @Test("Decorators on the type are those of the main container, and an override's do not leak")
    func staticDecorators() {
        withEmptyMain {
            Container.bind(.singleton, to: (any Route).self, value: FixedRoute(path: "a"))
            Container.decorate(Route.self) { PrefixedRoute(base: $0, prefix: "1") }
            #expect(Container.resolveAssert(Route.self).path == "1a")
            Container.mock {
                $0.decorate(Route.self) { PrefixedRoute(base: $0, prefix: "mock") }
                $0.contribute(to: Route.self) { _ in FixedRoute(path: "mock") }
            } then: {
                #expect(Container.resolveAssert(Route.self).path == "mock1a")
                #expect(Container.resolveAll(Route.self).count == 1)
            }
            #expect(Container.resolveAssert(Route.self).path == "1a")
            #expect(Container.resolveAll(Route.self).isEmpty)
            Container.bind(value: "2")
            Container.decorate(Route.self, decorator: PrefixedRoute.init(base:prefix:))
            #expect(Container.resolveAssert(Route.self).path == "21a")
        }
    }
}
