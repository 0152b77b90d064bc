import Dependencies
import Testing

struct DependenciesTrait: TestTrait, SuiteTrait, TestScoping {
    let change: @Sendable (inout DependencyValues) -> Void

    func provideScope(for _: Test, testCase: Test.Case?, performing test: () async throws -> Void) async throws {
        try await withDependencies(change, operation: test)
    }
}

extension Trait where Self == DependenciesTrait {
    static func dependencies(_ change: @escaping @Sendable (inout DependencyValues) -> Void) -> Self {
        DependenciesTrait(change: change)
    }
}
