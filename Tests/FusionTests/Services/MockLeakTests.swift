import Fusion
import Testing
import Wormer
import WormerGraph

@Suite("Container.mock separates the instances inside from those outside")
struct MockLeakTests {
    @Test("An instance created in a mock stays in the mock")
    func madeInside() {
        withEmptyMain {
            let child = Container(parent: .main)
            let tally = Tally()
            Container.bind(.singleton, value: tally.increment())
            child.bind(.singleton, id: "child", value: tally.increment())
            var inside: [Marker] = []
            Container.mock {
                $0.sharedMarker = Marker("mock")
            } then: {
                inside = Container.markers + [Container.sessionMarker]
                #expect(Container.markers == inside.dropLast())
                #expect(Container.resolve(Int.self) == 1)
                #expect(child.resolve(Int.self) == 1)
                #expect(child.resolve(Int.self, id: "child") == 2)
            }
            #expect(inside.map(\.name) == ["mock", "live", "live"])
            #expect(Container.markers.map(\.name) == ["live", "live"])
            #expect(Container.sessionMarker !== inside[1])
            #expect(child.resolve(Int.self) == 3)
            #expect(Container.resolve(Int.self) == 3)
            #expect(child.resolve(Int.self, id: "child") == 4)
        }
    }

    @Test("A mock of one container separates the changes of all, and one that is created inside keeps its own")
    func createdInside() {
        let (outside, other) = (Container(), Container())
        outside.bind(value: "outside")
        other.bind(.singleton, value: Marker("other"))
        let (created, child) = outside.mock {
            $0.bind(value: "inside")
        } then: {
            let created = Container()
            created.bind(.singleton, value: Marker("created"))
            created.sharedMarker = Marker("assigned")
            let child = Container(parent: outside)
            child.bind(value: 7)
            #expect(child.resolve(String.self) == "inside")
            other.bind(value: "inside")
            #expect(other.resolve(String.self) == "inside" && other.resolve(Marker.self) != nil)
            return (created, child)
        }
        #expect(other.resolve(String.self) == nil)
        let bindings = other.injector.graph.nodes.filter { $0.kind == .binding && !$0.isService }
        #expect(bindings.map(\.hasInstance) == [false])
        #expect(created.resolve(Marker.self)?.name == "created")
        #expect(created.resolve(Marker.self) === created.resolve(Marker.self))
        #expect(created.sharedMarker.name == "assigned")
        #expect(child.resolve(Int.self) == 7)
        #expect(child.resolve(String.self) == "outside")
        created.bind(value: "still open")
        #expect(created.resolve(String.self) == "still open")
    }
}
