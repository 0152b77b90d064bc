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

// Two modules that do not refer to each other.

private func bindAccounts(in container: Container) {
    container.injector.contribute(to: Route.self, .make { FixedRoute(path: "/accounts") })
}

private func bindPayments(in container: Container) {
    container.bind(value: "/payments")
    container.injector.contribute(to: Route.self, id: "payments", .make { FixedRoute(path: $0.instance()) })
}

@Suite("A container supports decorators and contributions")
struct ContainerComposingTests {
    @Test("Two modules contribute to one interface")
    func modules() {
        let container = Container()
        for module in [bindAccounts, bindPayments] {
            module(container)
        }
        #expect(container.injector.instances(for: Route.self).map(\.path) == ["/accounts", "/payments"])
        #expect(container.resolveAssert(Route.self, id: "payments").path == "/payments")
    }

    @Test("All contributions are resolved as an array, with every API and with a wrapper")
    func faces() {
        struct Router {
            @Fusion.Inject var routes: [any Route]
            @Fusion.Inject var none: [Int]
        }
        withEmptyMain {
            bindAccounts(in: .main)
            Injector.default.contribute(to: Route.self, .using(FixedRoute.init(path:)))
            Container.bind(value: "/wired")
            Injector.default.contribute(to: Route.self, lifetime: .singleton, .make { FixedRoute(path: "/last") })
            let paths = ["/accounts", "/wired", "/last"]
            #expect(Router().routes.map(\.path) == paths)
            #expect(Router().none == [])
            #expect(Injector.default.instances(for: Route.self).map(\.path) == paths)
            #expect(Container.resolve([any Route].self)?.map(\.path) == paths)
            #expect(Injector.default.instances(for: Route.self).map(\.path) == paths)
            let routes: [any Route] = Resolver.shared.resolve()
            #expect(routes.map(\.path) == paths)
            #expect(Container.resolve([Double].self) == [])
        }
    }

    @Test("A child adds to the contributions of its parent, each of which uses its own container")
    func children() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.bind(value: "parent")
        child.bind(value: "child")
        for container in [child, parent] {
            container.injector.contribute(to: Route.self, .make { FixedRoute(path: $0.instance()) })
        }
        child.injector.contribute(to: Route.self, .using(FixedRoute.init(path:)))
        #expect(child.injector.instances(for: Route.self).map(\.path) == ["parent", "child", "child"])
        #expect(parent.injector.instances(for: Route.self).map(\.path) == ["parent"])
    }

    @Test("Decorators apply in order, with parameters and identifiers, and not to assigned instances")
    func decorators() {
        let container = Container()
        let child = Container(parent: container)
        container.bind(Route.self, value: FixedRoute(path: "a"))
        container.bind(Route.self, id: 1, value: FixedRoute(path: "b"))
        container.injector.decorate(Route.self) { PrefixedRoute(base: $0, prefix: "1") }
        container.injector.decorate(Route.self, with: PrefixedRoute.init(base:prefix:))
        container.injector.decorate(Route.self, id: 1) { PrefixedRoute(base: $0, prefix: "id") }
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

    @Test("Decorators and contributions in an override do not leak")
    func staticDecorators() {
        withEmptyMain {
            Container.bind(.singleton, to: (any Route).self, value: FixedRoute(path: "a"))
            Injector.default.decorate(Route.self) { PrefixedRoute(base: $0, prefix: "1") }
            #expect(Container.resolveAssert(Route.self).path == "1a")
            Container.mock {
                $0.injector.decorate(Route.self) { PrefixedRoute(base: $0, prefix: "mock") }
                $0.injector.contribute(to: Route.self, .make { FixedRoute(path: "mock") })
            } then: {
                #expect(Container.resolveAssert(Route.self).path == "mock1a")
                #expect(Injector.default.instances(for: Route.self).count == 1)
            }
            #expect(Container.resolveAssert(Route.self).path == "1a")
            #expect(Injector.default.instances(for: Route.self).isEmpty)
            Container.bind(value: "2")
            Injector.default.decorate(Route.self, with: PrefixedRoute.init(base:prefix:))
            #expect(Container.resolveAssert(Route.self).path == "21a")
        }
    }
}
