import FactoryKit
import Testing

struct ContainerTrait: TestTrait, SuiteTrait, TestScoping {
    func provideScope(for _: Test, testCase: Test.Case?, performing test: () async throws -> Void) async throws {
        try await Container.$shared.withValue(Container(), operation: test)
    }
}

extension Trait where Self == ContainerTrait { static var container: Self { ContainerTrait() } }
