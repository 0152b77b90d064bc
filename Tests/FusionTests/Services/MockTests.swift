import Compat
import Fusion
import Testing
import Wormer

@Suite("Container.mock overrides services while its body runs")
struct MockTests {
    /// The results of all requests: first those for the service, then those for the bound type.
    private func answers(_ injector: Injector, _ child: Container) -> [String?] {
        let resolved: Marker? = Resolver.shared.resolve()
        return [
            Container.marker.name,
            Container.main.marker.name,
            Container.default.marker.name,
            child.marker.name,
            Owner().service.name,
            OwnerWithContainer(child).service.name,
            Container.resolve(Marker.self)?.name,
            Container.main.resolve(Marker.self)?.name,
            child.resolve(Marker.self)?.name,
            injector.safeInstance(for: Marker.self)?.name,
            Injector.default.safeInstance(for: Marker.self)?.name,
            resolved?.name,
            Owner().bound?.name,
            OwnerWithContainer(child).bound?.name,
        ]
    }

    private func expectAll(
        service: String,
        bound: String?,
        _ injector: Injector,
        _ child: Container,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let expected = Array(repeating: service, count: 6) + Array(repeating: bound, count: 8)
        #expect(answers(injector, child) == expected, sourceLocation: sourceLocation)
    }

    @Test("Every way to look up in the main container and its children sees the override in the body only")
    func everybodySees() {
        withEmptyMain {
            let injector = Injector.default
            let main = Container.main
            let child = Container(parent: Container(parent: main))
            let owner = Owner()
            expectAll(service: "live", bound: nil, injector, child)
            expectAll(service: "live", bound: nil, main.injector, child)
            Container.mock {
                $0.marker = Marker("mock")
                $0.bind(value: Marker("bound"))
            } then: {
                expectAll(service: "mock", bound: "bound", injector, child)
                expectAll(service: "mock", bound: "bound", main.injector, child)
                #expect(main.marker.name == "mock")
                #expect(owner.service.name == "mock")
                #expect(owner.bound?.name == "bound")
            }
            expectAll(service: "live", bound: nil, injector, child)
            expectAll(service: "live", bound: nil, main.injector, child)
        }
    }

    @Test("The first closure receives the main container that the body sees; mock returns the body's result")
    func result() {
        withEmptyMain {
            let number: Int = Container.mock {
                #expect($0 === Container.main)
                $0.set(7)
                #expect(Container.resolve(Int.self) == 7)
            } then: {
                let seven = Container.resolveAssert(Int.self)
                return seven * 6
            }
            #expect(number == 42)
            #expect(Container.resolve(Int.self) == nil)
        }
    }

    @Test("Container.mock, a capture and a handle throw what their closures throw, with its type")
    func typedThrows() async throws(PlannedFailure) {
        let planned = PlannedFailure(description: "planned")
        let container = Container()
        container.bind(value: "outside")
        let number = try await Container.mock {
            $0.bind(value: "inside")
        } then: { () async throws(PlannedFailure) in
            let first = try await container.mock({ _ in }, then: { () throws(PlannedFailure) in 1 })
            return first + 1
        }
        #expect(number == 2)
        func expectFailure(_ body: () async throws(PlannedFailure) -> Void) async {
            do throws(PlannedFailure) {
                try await body()
                Issue.record("It did not throw.")
            } catch {
                #expect(error.description == "planned")
            }
        }
        func fail() throws(PlannedFailure) { throw planned }
        func failLater() async throws(PlannedFailure) { throw planned }
        await expectFailure { () async throws(PlannedFailure) in
            try await Container.mock({ $0.bind(value: "inside") }, then: failLater)
        }
        await expectFailure { () async throws(PlannedFailure) in
            try await container.mock({ $0.bind(value: "inside") }, then: failLater)
        }
        await expectFailure { () async throws(PlannedFailure) in
            func inSynchronousCode() throws(PlannedFailure) {
                try Container.mock({ $0.bind(value: "inside") }, then: fail)
            }
            try inSynchronousCode()
        }
        await expectFailure { () async throws(PlannedFailure) in try Injector.capture().run(fail) }
        await expectFailure { () async throws(PlannedFailure) in try await Injector.capture().run(failLater) }
        guard let handle = try? container.injector.open(Wormer.Scope("typed throws")) else { return }
        await expectFailure { () async throws(PlannedFailure) in try handle.run(fail) }
        await expectFailure { () async throws(PlannedFailure) in try await handle.run(failLater) }
    }

    @Test("Container.mock throws the error of its override closure and does not run the body")
    func throwingOverride() {
        let container = Container()
        let tally = Tally()
        #expect(throws: PlannedFailure.self) {
            try container.mock { container in
                container.bind(value: "inside")
                throw PlannedFailure(description: "planned")
            } then: {
                tally.increment()
            }
        }
        #expect(tally.count == 0)
        #expect(container.resolve(String.self) == nil)
    }
}
