import Testing

struct ContainerTrait: TestTrait, SuiteTrait {}
extension Trait where Self == ContainerTrait { static var container: Self { ContainerTrait() } }
