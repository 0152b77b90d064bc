import Fusion
import Testing
import Wormer
import WormerGraph
import WormerTesting

private struct WeatherClient: Sendable {
    var degrees: @Sendable (_ city: String) -> Int
    var name = "live"

    static let live = WeatherClient { _ in fatalError("live") }
    static let testValue = WeatherClient(degrees: { _ in 20 }, name: "test")
}

private final class Store: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
}

extension Container {
    @Service(test: .testValue) fileprivate var weather: WeatherClient = .live
    @Service(.singleton, test: Store("test")) fileprivate var store = Store("live")
    @Service(test: Store("test")) fileprivate var transientStore = Store("live")
    @Service(test: Store("test")) fileprivate var userDefaults: Store
    @Service(test: Optional("test")) fileprivate var nickname: String?
    @Service(lifetime: .scope(.visit), test: Store("test"), onEnd: { (_: Store) in })
    fileprivate var visit = Store("live")
    @MainActor @Service(test: Store("test")) fileprivate var screen = Store("live")
    @Service(test: Store("test")) fileprivate var opaque: some AnyObject = Store("live")

    @Service(.singleton, test: .unimplemented(placeholder: WeatherClient.testValue))
    fileprivate var forbidden: WeatherClient = .live
    @Service(test: .unimplemented(placeholder: Store("placeholder"))) fileprivate var forbiddenStore: Store

    /// A live service, and one without an initializer and without a value for tests.
    @Service fileprivate var liveWeather = WeatherClient(degrees: { _ in 1 })
    @Service(.singleton) fileprivate var report = "\(liveWeather.name) \(missing)"
    @Service(.singleton, test: "report of \(Container.weather.name)") fileprivate var testedReport = "\(missing)"
    @Service fileprivate var missing: Int
}

extension Scope { fileprivate static let visit = Scope("visit of the test values") }

@Suite("A test uses the value for tests of a service", .reporting(), .isolatedBindings(allowingLive: .none))
struct TestValueTests {
    @Test("The value takes the place of the initializer, in every isolation and also where there is none")
    @MainActor func values() throws {
        #expect(Container.weather.degrees("Rome") == 20)
        #expect(Container.store.name == "test" && Container.userDefaults.name == "test")
        #expect(Container.transientStore.name == "test" && Container.screen.name == "test")
        #expect(Container.nickname == "test")
        #expect((Container.opaque as? Store)?.name == "test")
        try Injector.default.begin(.visit)
        #expect(Container.visit === Container.visit && Container.visit.name == "test")
        #expect(Container(parent: .main).store === Container.store)
    }

    @Test("The value has the lifetime of the service, and without an initializer one instance for each test")
    func lifetimes() throws {
        #expect(Container.store === Container.store)
        #expect(Container.userDefaults === Container.userDefaults)
        #expect(Container.transientStore !== Container.transientStore)
        let outer = (Container.store, Container.userDefaults)
        try withIsolatedBindings { _ in #expect(Container.store !== outer.0 && Container.userDefaults !== outer.1) }
    }

    @Test("Outside tests the initializer runs, even if tests have read the service before")
    func outsideTests() async {
        #expect(await outside { Container(parent: .main).store.name } == "live")
        #expect(await outside { Container.transientStore.name } == "live")
        #expect(await outside { Container.nickname } == nil)
        #expect(Container.store.name == "test" && Container.transientStore.name == "test")
    }

    @Test("Each read of an unimplemented value is an issue and returns the placeholder")
    func unimplemented() async {
        let found = await issues {
            #expect(Container.forbidden.name == "test")
            #expect(Container.main.forbidden.name == "test")
            #expect(Container.forbiddenStore.name == "placeholder")
        }
        let subjects = ["forbidden: WeatherClient", "forbidden: WeatherClient", "forbiddenStore: Store"]
        let texts = subjects.map {
            "WormerTestingTests/TestValueTests.swift:LINE: \($0) was looked up, but is unimplemented."
        }
        #expect(found.map { String($0.withoutLocations.prefix { $0 != "\n" }) } == texts)
    }

    @Test("Unless values for tests are allowed, each is an issue whose service the test has not assigned")
    func onlyAssigned() async throws {
        let found = try await issues {
            try withIsolatedBindings(
                allowingLive: .onlyAssigned,
                { _ in
                    Container.userDefaults = Store("mine")
                    Container.weather.degrees = { _ in 3 }
                    #expect(Container.userDefaults.name == "mine" && Container.weather.name == "test")
                    #expect(Container.store === Container.store && Container.store.name == "test")
                },
                fileID: "Other/Tests.swift"
            )
        }
        #expect(
            found.map(\.withoutLocations) == [
                """
                WormerTestingTests/TestValueTests.swift:LINE: store: Store has its value for tests: the test assigned nothing.
                  declared at   WormerTestingTests/TestValueTests.swift:LINE
                  to do         Assign a mock in the test before it is resolved:
                                Container.main.store = <#Store#>
                  or            Allow all values for tests:
                                allowingLive: .none
                """
            ]
        )
    }

    @Test("verify() and the graph use the value instead of the initializer")
    func graph() async throws {
        let faults = { () -> [String] in
            do throws(VerificationError) {
                try Container(parent: .main).injector.verify()
                return []
            } catch {
                return error.faults.map { "\($0)" }.filter { $0.contains("TestValueTests.swift") }
            }
        }
        let isUnassigned = { (name: String) in faults().contains { $0.hasPrefix("\(name): ") } }
        #expect(isUnassigned("missing"))
        #expect(!isUnassigned("userDefaults") && !isUnassigned("forbiddenStore"))
        let explained = Injector.default.explain(\Container.testedReport).withoutLocations
        #expect(explained.contains("weather") && !explained.contains("missing"))
        let live = await outside { Injector.default.explain(\Container.testedReport).withoutLocations }
        #expect(live.contains("missing") && !live.contains("weather"))
    }
}

@Suite("A test without isolated bindings uses the values for tests, too")
struct SharedTestValueTests {
    @Test("The value takes the place of an initializer that has run outside the test")
    func transient() async {
        let container = Container()
        for _ in 0..<2 { #expect(await outside { container.transientStore.name } == "live") }
        #expect(container.transientStore.name == "test")
        #expect(await outside { container.transientStore.name } == "live")
    }

    @Test("An isolated test doesn't take over the lifetime of a service that was read outside tests")
    func readBefore() async throws {
        #expect(await outside { Container.forbidden.name } == "live")
        let found = try await issues {
            try withIsolatedBindings { _ in
                #expect(Container.forbidden.name == "test" && Container.forbidden.name == "test")
            }
        }
        #expect(found.count == 2)
    }
}

// MARK: - Changing a part

@Suite("Changing a part of a service is no use of it", .reporting(), .isolatedBindings(allowingLive: .none))
struct PartialOverrideTests {
    @Test("The rest stays, whatever the service is, and nothing is an issue")
    func parts() async throws {
        let file: StaticString = "Other/Tests.swift"
        let found = try await issues {
            try withIsolatedBindings(
                allowingLive: .none,
                { _ in
                    Container.liveWeather.degrees = { _ in 2 }
                    Container.main.weather.degrees = { _ in 3 }
                    Container.forbidden.degrees = { _ in 4 }
                    Container.main.nickname?.append("!")
                    #expect(Container.liveWeather.degrees("Rome") == 2 && Container.liveWeather.name == "live")
                    #expect(Container.weather.degrees("Rome") == 3 && Container.weather.name == "test")
                    #expect(Container.forbidden.degrees("Rome") == 4 && Container.forbidden.name == "test")
                    #expect(Container.nickname == "test!")
                },
                fileID: file
            )
        }
        #expect(found == [])
    }

    @Test("A placeholder that a test assigned is changed without an issue")
    func placeholder() async {
        let found = await issues {
            Container.main.unimplemented(\.liveWeather, placeholder: .testValue)
            Container.liveWeather.degrees = { _ in 5 }
            #expect(Container.liveWeather.degrees("Rome") == 5 && Container.liveWeather.name == "test")
        }
        #expect(found == [])
    }

    @Test("The first closure of mock changes a part for its override only")
    func mock() async {
        let found = await issues {
            Container.mock {
                $0.forbidden.degrees = { _ in 6 }
                $0.weather.degrees = { _ in 7 }
                $0.weather.name = "changed"
            } then: {
                #expect(Container.forbidden.degrees("Rome") == 6)
                #expect(Container.weather.degrees("Rome") == 7 && Container.weather.name == "changed")
            }
            #expect(Container.weather.degrees("Rome") == 20)
        }
        #expect(found == [])
    }

    @Test("A change that throws keeps what it has changed until then")
    func throwing() {
        func change(_ client: inout WeatherClient) throws {
            client.name = "changed"
            throw PlannedFailure(description: "planned")
        }
        #expect(throws: PlannedFailure.self) { try change(&Container.weather) }
        #expect(throws: PlannedFailure.self) { try change(&Container.main.forbidden) }
        #expect(Container.weather.name == "changed" && Container.forbidden.name == "changed")
    }
}
