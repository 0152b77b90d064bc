import Fusion
import Testing
import Wormer

private final class Gadget {
    let name: String
    init(_ name: String) { self.name = name }
}

extension Container {
    /// The initializer ends the process.
    @Service fileprivate var forbidden: Gadget = { fatalError("the initializer ran") }()
    @Service(.singleton) fileprivate var forbiddenSingleton: Gadget = { fatalError("the initializer ran") }()
    @Service fileprivate var unset: Gadget
    @Service fileprivate var unsetProtocol: any Logger
    @Service(.singleton) fileprivate var gadget = Gadget("made")
    @Service fileprivate var transientGadget = Gadget("made")
    @Service(.id("session of the gadgets")) fileprivate var sessionGadget = Gadget("made")
    @Service fileprivate var base = 1
    @Service fileprivate var text: String = { fatalError("the initializer ran") }()

    /// Not a service, but a property that assigns one.
    fileprivate var doubled: Int {
        get { base * 2 }
        set { base = newValue / 2 }
    }

    /// Like `doubled`, but only its setter has an effect.
    fileprivate var offset: Int {
        get { base }
        set { base = newValue + 100 }
    }
}

@Suite("Assigning overrides a service")
struct AssignmentTests {
    @Test("Assigning to a property of Container does not run the initializer")
    func main() {
        withEmptyMain {
            let gadget = Gadget("assigned")
            Container.forbidden = gadget
            Container.forbiddenSingleton = gadget
            Container.unset = gadget
            Container.unsetProtocol = RemoteLogger()
            Container.text = "assigned"
            #expect(Container.forbidden === gadget)
            #expect(Container.main.forbidden === gadget)
            #expect(Container.forbiddenSingleton === gadget)
            #expect(Container.unset === gadget)
            #expect(Container.unsetProtocol.name == "remote")
            #expect(Container.text == "assigned")
            Container.text += " twice"
            #expect(Container.text == "assigned twice")
        }
    }

    @Test("Every form of assignment uses the declared type of a service, also a protocol")
    func protocols() {
        let container = Container()
        container.unsetProtocol = RemoteLogger()
        container.mock(\.unsetProtocol, value: ConsoleLogger())
        #expect(container.unsetProtocol.name == "console")
        container.unsetProtocol = FileLogger()
        #expect(container.unsetProtocol.name == "file")
        let remote: any Logger = RemoteLogger()
        container.unsetProtocol = remote
        #expect(container.unsetProtocol.name == "remote")
        container.mock {
            $0.unsetProtocol = ConsoleLogger()
        } then: {
            #expect(container.unsetProtocol.name == "console")
        }
        withEmptyMain {
            Container.unsetProtocol = RemoteLogger()
            Container.main.unsetProtocol = ConsoleLogger()
            #expect(Container.unsetProtocol.name == "console")
            Container.unassign(\.unsetProtocol)
            Container.unsetProtocol = FileLogger()
            #expect(Container.unsetProtocol.name == "file")
        }
    }

    @Test("unassign() restores the initializer and does not run it")
    func unassign() {
        let container = Container()
        container.unassign(\.forbidden)
        container.forbidden = Gadget("assigned")
        container.unassign(\.unset)
        container.unassign(\.forbiddenSingleton)
        #expect(container.forbidden.name == "assigned")
        container.unassign(\.forbidden)
        container.gadget = Gadget("assigned")
        container.transientGadget = Gadget("assigned")
        container.reset()
        #expect(container.gadget.name == "made")
        #expect(container.gadget === container.gadget)
        #expect(container.transientGadget.name == "assigned")
        container.unassign(\.transientGadget)
        #expect(container.transientGadget.name == "made")
    }

    @Test("unassignAll() removes all assignments and no other instance")
    func unassignAll() {
        let container = Container()
        container.bind(value: "bound")
        container.bind(.singleton, value: Gadget("bound"))
        let bound = container.resolve(Gadget.self)
        let made = container.sessionGadget
        container.gadget = Gadget("assigned")
        container.unset = Gadget("assigned")
        container.set(7, for: Int.self)
        container.unassignAll()
        #expect(container.gadget.name == "made")
        #expect(container.resolve(Int.self) == nil)
        #expect(container.resolve(String.self) == "bound")
        #expect(container.resolve(Gadget.self) === bound)
        #expect(container.sessionGadget === made)
        withEmptyMain {
            Container.gadget = Gadget("assigned")
            Container.unassignAll()
            #expect(Container.gadget.name == "made")
        }
    }

    @Test("unassignAll() restores bindings that were overridden with set()")
    func unassignAllOverBindings() {
        let container = Container()
        let tally = Tally()
        container.bind(.singleton, value: tally.increment())
        container.bind(id: "a", value: "bound")
        container.set(99, for: Int.self)
        container.set(100, for: Int.self)
        #expect(container.resolve(Int.self) == 100)
        container.unassignAll()
        #expect(container.resolve(Int.self) == 1)
        #expect(container.resolve(Int.self) == 1)
        #expect(container.resolve(String.self, id: "a") == "bound")
    }

    @Test("In a mock, unassignAll() restores an unbound type there, and a binding that was decorated there")
    func mocks() {
        let container = Container()
        container.bind(Gadget.self) { _ in Gadget("outside") }
        container.bind(value: "outside")
        container.mock { container in
            container.injector.unbind(Gadget.self)
            container.set(Gadget("assigned"))
            container.set("assigned", for: String.self)
            container.injector.decorate(String.self) { $0 + ", decorated" }
        } then: {
            #expect(container.resolve(Gadget.self)?.name == "assigned")
            #expect(container.resolve(String.self) == "assigned")
            container.mock {
                $0.unassignAll()
            } then: {
                #expect(container.resolve(Gadget.self) == nil)
                #expect(container.resolve(String.self) == "outside, decorated")
            }
            container.unassignAll()
            #expect(container.resolve(Gadget.self) == nil)
            #expect(container.resolve(String.self) == "outside, decorated")
        }
        #expect(container.resolve(Gadget.self)?.name == "outside")
        #expect(container.resolve(String.self) == "outside")
    }

    @Test("Assigning to another property of Container calls its setter")
    func otherProperties() {
        withEmptyMain {
            Container.doubled = 10
            #expect(Container.base == 5)
            #expect(Container.doubled == 10)
            Container.offset = 7
            #expect(Container.base == 107)
            Container.main.mock(\.offset, value: 8)
            #expect(Container.base == 108)
        }
    }
}
