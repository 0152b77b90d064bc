import Fusion
import Testing
import Wormer

@Suite("Verifying inside Container.mock")
struct MockVerificationTests {
    @Test("verify() in a mock lists no binding of the mock as a replacement")
    func replacesNothing() throws {
        let container = Container()
        container.bind(value: Marker("live"))
        container.bind(Int.self) { _ in 1 }
        let inside = try container.mock {
            $0.bind(value: Marker("mock"))
            $0.bind(Int.self) { _ in 2 }
            $0.marker = Marker("assigned")
        } then: {
            #expect(container.resolve(Int.self) == 2)
            return try container.injector.verify().replaced
        }
        #expect(inside.isEmpty)
        #expect(try container.injector.verify().replaced.isEmpty)
        container.bind(Int.self) { _ in 3 }
        #expect(try container.injector.verify().replaced.map(\.interface) == ["Int"])
    }
}
