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
    @Test("set() assigns to a type, and a binding and set() replace each other")
    func set() {
        let container = Container()
        let gauge = FineGauge("a")
        #expect(container.resolve(Meter.self) == nil)
        container.set(gauge, for: Meter.self)
        container.set(gauge, for: Gauge.self)
        #expect(container.resolve(FineGauge.self) == nil)
        container.set(gauge)
        #expect(container.resolve(Meter.self) === gauge)
        #expect(container.resolve(Gauge.self) === gauge)
        #expect(container.resolveAssert(FineGauge.self) === gauge)
        let meter: any Meter = FineGauge("b")
        container.set(meter)
        #expect(container.injector.instance(for: Meter.self) === meter)
        container.bind(id: "a", value: 7)
        #expect(container.resolve(Int.self) == nil)
        container.bind(value: 8)
        container.set(9, for: Int.self)
        #expect(container.resolve(Int.self) == 9)
        container.bind(value: 10)
        container.unassignAll()
        #expect(container.resolve(Int.self) == 10)
        withEmptyMain {
            Container.set(gauge, for: Meter.self)
            Container.set(gauge, for: Gauge.self)
            Container.set(gauge)
            @Inject var meter: any Meter
            #expect(meter === gauge && Container.main.resolve(Gauge.self) === gauge)
            #expect(Container.resolve(FineGauge.self) === gauge && Container.resolveAssert(FineGauge.self) === gauge)
            Container.setAlias(\.isTest, for: Bool.self)
            #expect(Container.resolve(Bool.self) == true)
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
