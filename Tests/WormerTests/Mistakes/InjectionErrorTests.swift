import Testing
import Wormer

@Suite("An injection error explains its reason, location and remedy")
struct InjectionErrorTests {
    let injector = Injector(parent: nil)

    @Test("An error has the interface, the location, the path with each binding's line, and the thrown error")
    func contents() {
        let unbound = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: EventBus.self) }
        #expect(unbound?.location == CodeLocation(line: #line - 1))
        #expect(unbound?.interface == (any EventBus).self)
        let line = UInt(#line)
        injector.bind(Int.self, to: .make { try $0.throwingInstance(for: String.self).count })
        injector.bind(String.self, lifetime: .singleton, to: .make { "\(try $0.throwingInstance(for: Int.self))" })
        let cycle = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Int.self) }
        #expect(cycle?.path.map(\.bindingLocation?.line) == [line + 1, line + 2, line + 1])
        injector.bind(EventBus.self, to: .make { throw PlannedFailure(description: "no network") })
        injector.bind(NotificationGateway.self, to: .using { (bus: any EventBus) in PushGateway(eventBus: bus) })
        let failed = #expect(throws: InjectionError.self) {
            try injector.throwingInstance(for: NotificationGateway.self)
        }
        #expect(failed?.path.map { "\($0.interface)" } == ["NotificationGateway", "EventBus"])
        #expect(failed?.reason.name == "factoryThrew")
    }
}
