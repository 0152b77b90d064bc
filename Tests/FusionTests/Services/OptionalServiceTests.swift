import Fusion
import Testing
import Wormer

private protocol Analytics: Sendable { var name: String { get } }

private struct RemoteAnalytics: Analytics { let name = "remote" }

extension Container {
    @Service fileprivate var analytics: (any Analytics)?
    @Service fileprivate var token: String!
    @Service fileprivate var report: String = analytics?.name ?? "nothing to report"

    // Functions that an initializer can call.
    private static func makeGreeting() -> String { "from a static function" }
    private var makeGoodbye: () -> String { { "from a property of a function type" } }
    @Service fileprivate var greeting: String = Self.makeGreeting()
    @Service fileprivate var goodbye: String = makeGoodbye()
}

@Suite("An optional service needs no initializer")
struct OptionalServiceTests {
    private let container = Container()

    @Test("An optional service without an initializer is nil unless it is assigned")
    func optional() {
        #expect(container.analytics == nil)
        #expect(container.token == nil)
        #expect(container.report == "nothing to report")
        container.analytics = RemoteAnalytics()
        container.token = "abc"
        #expect(container.analytics?.name == "remote")
        #expect(container.token == "abc")
        #expect(container.report == "remote")
        container.unassign(\.analytics)
        #expect(container.analytics == nil)
        container.analytics = nil
        #expect(container.analytics == nil)
    }

    @Test("An initializer calls static functions with 'Self.' and function properties by name")
    func functions() {
        #expect(container.greeting == "from a static function")
        #expect(container.goodbye == "from a property of a function type")
    }
}
