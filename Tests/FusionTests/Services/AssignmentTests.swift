import Fusion
import Testing
import Wormer

private final class Gadget {
    let name: String
    init(_ name: String) { self.name = name }
}

extension Container {
    /// Ends the process when it is made.
    @Service fileprivate var forbidden: Gadget = { fatalError("the initializer ran") }()
    @Service(.singleton) fileprivate var forbiddenSingleton: Gadget = { fatalError("the initializer ran") }()
    @Service fileprivate var unset: Gadget
    @Service fileprivate var unsetProtocol: any Logger
    @Service(.singleton) fileprivate var gadget = Gadget("made")
    @Service fileprivate var transientGadget = Gadget("made")
    @Service(.id("session of the gadgets")) fileprivate var sessionGadget = Gadget("made")
    @Service fileprivate var base = 1
    @Service fileprivate var text: String = { fatalError("the initializer ran") }()

    /// Not a service, but a way to assign one.
    fileprivate var doubled: Int {
        get { base * 2 }
        set { base = newValue / 2 }
    }

    /// As `doubled`, where reading is plain and writing is not.
    fileprivate var offset: Int {
        get { base }
        set { base = newValue + 100 }
    }
}

@Suite("Overriding a service by assignment")
struct AssignmentTests {
    @Test("Assigning to a container's property never runs the initializer")
    func instance() {
        let container = Container()
        let gadget = Gadget("assigned")
        container.forbidden = gadget
        container.forbiddenSingleton = gadget
        container.unset = gadget
        container.unsetProtocol = RemoteLogger()
        #expect(container.forbidden === gadget)
        #expect(container.forbidden === gadget)
        #expect(container.forbiddenSingleton === gadget)
        #expect(container.unset === gadget)
        #expect(container.unsetProtocol.name == "remote")
    }

    @Test("Assigning to Container's property never runs the initializer either")
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

    // It was filed under the type of what was assigned, where the getter did not find it.
    @Test("A service whose type is a protocol is assigned as that protocol, in every spelling")
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

    @Test("mock(_:value:) is the same, on a container and as a static function")
    func mockValue() {
        let container = Container()
        let gadget = Gadget("assigned")
        container.mock(\.forbidden, value: gadget)
        container.mock(\.unset, value: gadget)
        container.mock(\.unsetProtocol, value: ConsoleLogger())
        #expect(container.forbidden === gadget)
        #expect(container.unset === gadget)
        #expect(container.unsetProtocol.name == "console")
        withEmptyMain {
            Container.mock(\.forbiddenSingleton, value: gadget)
            Container.mock(\.unset, value: gadget)
            #expect(Container.forbiddenSingleton === gadget)
            #expect(Container.unset === gadget)
        }
    }

    @Test("Assigning replaces what is made already, and what was assigned before, and releases both")
    func replacing() {
        let container = Container()
        weak let made = container.gadget
        #expect(made != nil)
        container.gadget = Gadget("first")
        #expect(made == nil)
        weak let first = container.gadget
        container.mock(\.gadget, value: Gadget("second"))
        #expect(first == nil)
        #expect(container.gadget.name == "second")
    }

    @Test("What was assigned survives resetting any scope")
    func survivesReset() {
        let container = Container()
        container.gadget = Gadget("assigned")
        container.sessionGadget = Gadget("assigned")
        container.transientGadget = Gadget("assigned")
        container.unset = Gadget("assigned")
        container.set("assigned", for: String.self)
        container.reset()
        container.reset(.singleton)
        container.reset(.transient)
        container.reset(.id("session of the gadgets"))
        #expect(
            [container.gadget, container.sessionGadget, container.transientGadget, container.unset].map(\.name)
                == Array(repeating: "assigned", count: 4)
        )
        #expect(container.get(String.self) == "assigned")
    }

    @Test("unassign makes the initializer count again")
    func unassign() {
        let container = Container()
        container.gadget = Gadget("assigned")
        container.transientGadget = Gadget("assigned")
        container.unassign(\.gadget)
        #expect(container.gadget.name == "made")
        #expect(container.gadget === container.gadget)
        #expect(container.transientGadget.name == "assigned")
        container.unassign(\.transientGadget)
        #expect(container.transientGadget.name == "made")
        withEmptyMain {
            Container.gadget = Gadget("assigned")
            Container.unassign(\.gadget)
            #expect(Container.gadget.name == "made")
        }
    }

    @Test("unassign runs no initializer")
    func unassignRunsNothing() {
        let container = Container()
        container.unassign(\.forbidden)
        container.unassign(\.unset)
        container.forbidden = Gadget("assigned")
        container.unassign(\.unset)
        container.unassign(\.forbiddenSingleton)
        #expect(container.forbidden.name == "assigned")
        container.unassign(\.forbidden)
    }

    // The service lost its instance as soon as anything of its type was assigned in the container.
    @Test("unassign leaves a service alone to which nothing was assigned")
    func unassignUnassigned() {
        let container = Container()
        let made = container.gadget
        container.unassign(\.gadget)
        #expect(container.gadget === made)
        container.transientGadget = Gadget("assigned")
        container.unassign(\.gadget)
        #expect(container.gadget === made)
        #expect(container.transientGadget.name == "assigned")
    }

    @Test("unassignAll takes back everything that was assigned, and nothing else")
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
        #expect(container.get(String.self) == "bound")
        #expect(container.resolve(Gadget.self) === bound)
        #expect(container.sessionGadget === made)
        withEmptyMain {
            Container.gadget = Gadget("assigned")
            Container.unassignAll()
            #expect(Container.gadget.name == "made")
        }
    }

    // The binding was lost with what had been assigned over it.
    @Test("After unassignAll the bindings count again that set had overridden")
    func unassignAllOverBindings() {
        let container = Container()
        let tally = Tally()
        container.bind(.singleton, value: tally.increment())
        container.bind(id: "a", value: "bound")
        container.set(99, for: Int.self)
        container.set(100, for: Int.self)
        #expect(container.get(Int.self) == 100)
        container.unassignAll()
        #expect(container.get(Int.self) == 1)
        #expect(container.get(Int.self) == 1)
        #expect(container.get(String.self, id: "a") == "bound")
    }

    @Test("Binding a type again replaces what was set for it")
    func bindingOverSet() {
        let container = Container()
        container.set("set", for: String.self)
        container.bind(value: "bound")
        #expect(container.get(String.self) == "bound")
        container.unassignAll()
        #expect(container.get(String.self) == "bound")
    }

    // The setter was passed over: what was assigned went to the service that the getter reads.
    @Test("Container's other properties are assigned by their own setters")
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

    @Test("Within an override, assigning and unassigning hold for the override")
    func insideOverrides() {
        withEmptyMain {
            Container.gadget = Gadget("outside")
            Container.mock {
                #expect($0.gadget.name == "outside")
                $0.gadget = Gadget("inside")
            } then: {
                #expect(Container.gadget.name == "inside")
                Container.unassign(\.gadget)
                #expect(Container.gadget.name == "made")
                Container.gadget = Gadget("inside again")
            }
            #expect(Container.gadget.name == "outside")
        }
    }
}
