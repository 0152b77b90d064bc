import Fusion
import Testing
import Wormer

private final class Client: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
}

/// An object with a wrapper, which an override can retain.
private final class Account: Sendable { let client = Inject(\.rememberedClient) }

/// An object that creates its dependency at the first read.
private final class Desk: Sendable { let account = LazyInject(\.rememberedTransient) }

extension Container {
    @Service fileprivate var rememberedClient = Client("live")
    @Service fileprivate var rememberedTransient = Account()
    @Service(.singleton) fileprivate var rememberedDesk = Desk()
    @Service(.singleton) fileprivate var rememberedPreview = Container.mock {
        $0.rememberedClient = Client("mock")
    } then: {
        View()
    }
    @Service(.singleton) fileprivate var rememberedAccount = Account()
}

private struct View {
    @Inject(\.rememberedClient) var client
    @LazyInject(\.rememberedClient) var kept
}

private final class Controller { @Inject(\.rememberedClient) var client }

private func mock<Result>(_ name: String, then body: () -> Result) -> Result {
    Container.mock({ $0.rememberedClient = Client(name) }, then: body)
}

@Suite("@Inject remembers the override in which it was created")
struct RememberedOverrideTests {
    @Test("A view that is created in an override reads from it when it is read outside")
    func preview() {
        let (view, controller) = mock("mock") { (View(), Controller()) }
        #expect([view.client.name, controller.client.name, view.kept.name] == ["mock", "mock", "mock"])
        #expect([View().client.name, Controller().client.name, View().kept.name] == ["live", "live", "live"])
    }

    @Test("The current override takes precedence over the remembered one")
    func currentFirst() {
        let outside = View()
        let inside = mock("first") { View() }
        mock("second") {
            #expect(outside.client.name == "second")
            #expect(inside.client.name == "second")
        }
        #expect(outside.client.name == "live")
        #expect(inside.client.name == "first")
        mock("third") { #expect(inside.kept.name == "third") }
        #expect(inside.kept.name == "first")
    }

    @Test("A wrapper with a type or an identifier remembers its overrides, in any container")
    func nested() {
        let container = Container()
        container.bind(value: "outside")
        container.bind(id: "title", value: "outside")
        let screen = container.mock {
            $0.bind(value: "outer")
            $0.bind(id: "title", value: "outer")
        } then: {
            container.mock({ $0.bind(value: "inner") }, then: { Poster(container) })
        }
        #expect(screen.texts == ["inner", "outer", "outer"])
        #expect(Poster(container).texts == ["outside", "outside", "outside"])
    }

    @Test("A remembered override includes later bindings and instances")
    func laterChanges() {
        let container = Container()
        container.bind(.singleton, value: Client("outside"))
        let client = container.mock { _ in
        } then: {
            let client = Inject<Client>(container: container)
            container.bind(.singleton, value: Client("inside"))
            return client
        }
        #expect(client.wrappedValue.name == "inside")
        #expect(client.wrappedValue === client.wrappedValue)
        #expect(container.resolveAssert(Client.self).name == "outside")
    }

    @Test("Other tasks and threads read from the remembered override, unless they have their own")
    func tasks() async {
        let client = await Container.mock {
            $0.rememberedClient = Client("mock")
        } then: {
            await Task.yield()
            return Inject(\.rememberedClient)
        }
        #expect(await Task.detached { client.wrappedValue.name }.value == "mock")
        #expect(await Task { mock("other") { client.wrappedValue.name } }.value == "other")
    }

    @Test("A wrapper retains its override as long as it exists")
    func lifetime() {
        weak var client: Client?
        do {
            let view = Container.mock {
                let mock = Client("mock")
                client = mock
                $0.rememberedClient = mock
            } then: {
                View()
            }
            #expect(client != nil)
            #expect(view.client === client)
        }
        #expect(isSoon { client == nil })
    }

    @Test("A mock or a singleton that an override retains does not retain the override")
    func noLeak() {
        weak var (client, account, made): (Client?, Account?, Account?)
        let container = Container()
        container.bind(.singleton, to: Controller.self) { _ in Controller() }
        weak var controller: Controller?
        Container.mock {
            let (mock, owner) = (Client("mock"), Account())
            (client, account) = (mock, owner)
            $0.rememberedClient = mock
            $0.rememberedAccount = owner
        } then: {
            #expect(Container.main.rememberedAccount.client.wrappedValue === client)
        }
        mock("mock") {
            made = Container.main.rememberedAccount
            #expect(made?.client.wrappedValue.name == "mock")
            controller = container.resolveAssert(Controller.self)
            #expect(controller?.client.name == "mock")
        }
        #expect(isSoon { client == nil && account == nil && made == nil && controller == nil })
    }

    @Test("A transient object that is created in an override retains the override")
    func transients() {
        let container = Container()
        container.bind(Controller.self) { _ in Controller() }
        let controller = mock("mock") { container.resolveAssert(Controller.self) }
        #expect(controller.client.name == "mock")
    }
}

// MARK: - Objects that are created later

private class ListModel {
    @Inject(\.rememberedClient) var client
    func makeDetail() -> ListModel { Injector.capture(of: self).run { ListModel() } }
}

private final class FilteredListModel: ListModel { let filter = "all" }

private final class LazyModel { @LazyInject(\.rememberedClient) var client }

private final class PlainModel { let name = "plain" }

@Suite("An object that is created later can see what its owner remembers")
struct CapturedObjectTests {
    @Test("The child of an object that was created in an override reads from it, and so does its child")
    func children() async {
        let (list, filtered, lazy) = mock("mock") { (ListModel(), FilteredListModel(), LazyModel()) }
        #expect(list.makeDetail().client.name == "mock")
        #expect(filtered.makeDetail().makeDetail().client.name == "mock")
        #expect(Injector.capture(of: lazy).run { ListModel() }.client.name == "mock")
        let here = Injector.capture(of: list)
        #expect(await here.run { await Task.detached { ListModel().client.name }.value } == "live")
        #expect(ListModel().makeDetail().client.name == "live")
    }

    @Test("Inside another override, the child of an object from outside every override sees that one")
    func outside() {
        let list = ListModel()
        mock("mock") { #expect(list.makeDetail().client.name == "mock") }
    }

    #if os(macOS) || os(Linux)
        @Test("An object without such properties ends the process with a message")
        func plain() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Injector.capture(of: PlainModel(), fileID: "App/Model.swift", line: 3)
            }
            #expect(
                result?.fatalErrorText == """
                    App/Model.swift:LINE: Fatal error: Cannot capture what PlainModel remembers: it has no property with \
                    @Inject or @LazyInject.
                      to do         Add such a property, or call 'Injector.capture()' where the object is created.
                    """
            )
        }
    #endif
}
