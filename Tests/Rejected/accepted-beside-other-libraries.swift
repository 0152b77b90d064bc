// accepted
// Where both are imported, the declarations of the other library apply, because they are available.
import Fusion
import OtherLibrary

final class Model {
    @Dependency(\.limit) var limit: Int
    @Injected(\.limit) var injected
    @Inject var client: String

    func child() -> Model { withDependencies(from: self) { Model() } }
}

func change() async -> Int {
    @Dependency(\.limit) var limit
    let model = withDependencies {
        $0.limit = 2
    } operation: {
        Model()
    }
    await withDependencies {
        $0.limit = 3
    } operation: {
        await Task.yield()
    }
    return model.injected + limit
}
