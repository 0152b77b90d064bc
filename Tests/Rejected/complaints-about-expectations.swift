// error: errors thrown from here are not handled
import Fusion
import Testing

extension Wormer.Scope { static let request = Scope("request") }
extension Container {
    @Provides func room(_ number: Int) async throws -> String { "live" }
}

func mock() async throws {
    try await Container.mock {
        $0.roomProvider = { _ in "mock" }
    } then: {
        #expect(try await Container.main.room(1) == "mock")
    }
}

func scope() async throws {
    try await Injector.default.withScope(.request) {
        #expect(try await Container.main.room(1) == "live")
    }
    try await Injector.default.open(.request).run {
        #expect(try await Container.main.room(1) == "live")
    }
    try await Injector.capture().run {
        #expect(try await Container.main.room(1) == "live")
    }
}
