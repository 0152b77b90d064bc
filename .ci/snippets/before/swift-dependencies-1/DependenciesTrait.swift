import Dependencies
import Testing

struct DependenciesTrait: TestTrait, SuiteTrait {}
extension Trait where Self == DependenciesTrait {
    static func dependencies(_ change: @escaping @Sendable (inout DependencyValues) -> Void) -> Self { Self() }
}
