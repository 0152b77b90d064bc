import Fusion
import Testing
import Wormer

private class Gauge {
    let name: String
    init(_ name: String) { self.name = name }
}

private protocol Meter: AnyObject { var name: String { get } }

private final class FineGauge: Gauge, Meter {}
private struct Unrelated {}

extension Container {
    @Service(.singleton) fileprivate var fineGauge = FineGauge("fine")
    @Service fileprivate var plainGauge = Gauge("plain")
    @Service fileprivate var unrelated: Any = Unrelated()
}

@Suite("A container assigns and aliases services by their types")
struct TypesTests {
    @Test("set() assigns to a type, get() and require() resolve it, and a binding and set() replace each other")
    func set() {
        let container = Container()
        let gauge = FineGauge("a")
        #expect(container.get(Meter.self) == nil)
        container.set(gauge, for: Meter.self)
        container.set(gauge, as: Gauge.self)
        #expect(container.get(FineGauge.self) == nil)
        container.set(gauge)
        #expect(container.get(Meter.self) === gauge)
        #expect(container.get(Gauge.self) === gauge)
        #expect(container.require(FineGauge.self) === gauge)
        let meter: any Meter = FineGauge("b")
        container.set(meter)
        #expect(container.injector.instance(for: Meter.self) === meter)
        container.bind(id: "a", value: 7)
        #expect(container.get(Int.self) == nil)
        let inferred: Int? = container.get(id: "a")
        let required: Int = container.require(id: "a")
        #expect(inferred == 7 && required == 7)
        container.bind(value: 8)
        container.set(9, for: Int.self)
        #expect(container.get(Int.self) == 9)
        container.bind(value: 10)
        container.unassignAll()
        #expect(container.get(Int.self) == 10)
        withEmptyMain {
            Container.set(gauge, for: Meter.self)
            Container.set(gauge, as: Gauge.self)
            Container.set(gauge)
            @Inject var meter: any Meter
            #expect(meter === gauge && Container.main.get(Gauge.self) === gauge)
            #expect(Container.get(FineGauge.self) === gauge && Container.require(FineGauge.self) === gauge)
            Container.setAlias(\.isTest, for: Bool.self)
            #expect(Container.get(Bool.self) == true)
        }
    }

    @Test("An alias resolves to the current instance of its service after assignments and resets")
    func alias() {
        let container = Container()
        container.setAlias(\.fineGauge, for: Meter.self)
        container.setAlias(\.fineGauge, for: Gauge.self)
        let made = container.fineGauge
        #expect(container.resolve(Meter.self) === made)
        #expect(container.resolve(Gauge.self) === made)
        #expect(container.injector.instance(for: Meter.self) === made)
        container.fineGauge = FineGauge("assigned")
        #expect(container.resolve(Meter.self)?.name == "assigned")
        container.unassign(\.fineGauge)
        #expect(container.resolve(Meter.self)?.name == "fine")
        let before = container.resolve(Meter.self)
        container.reset()
        #expect(container.resolve(Meter.self) !== before)
        container.setAlias(\.plainGauge, for: Gauge.self)
        #expect(container.resolve(Gauge.self)?.name == "plain")
    }

    @Test("An alias resolves to the service of the container in which it was set")
    func aliasesAndChildren() {
        let parent = Container()
        let child = Container(parent: parent)
        parent.setAlias(\.fineGauge, for: Meter.self)
        child.fineGauge = FineGauge("the child's")
        #expect(child.resolve(Meter.self)?.name == "fine")
        child.setAlias(\.fineGauge, for: Meter.self)
        #expect(child.resolve(Meter.self)?.name == "the child's")
        #expect(parent.resolve(Meter.self)?.name == "fine")
    }

    @Test("Resolving an alias whose service does not conform throws an error")
    func aliasThatDoesNotConform() {
        let container = Container()
        container.setAlias(\.unrelated, for: Meter.self)
        #expect(container.resolve(Meter.self) == nil)
        let error = #expect(throws: InjectionError.self) { try container.resolveThrowing(Meter.self) }
        #expect(error?.description.contains("an instance of Unrelated, not of Meter") == true)
    }
}
