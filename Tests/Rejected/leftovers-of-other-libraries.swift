// error: 'Dependency' has been renamed to 'Inject'
// error: 'Injected' has been renamed to 'Inject'
// error: 'withDependencies(_:operation:)' is unavailable: Write 'Container.mock { ... } then: { ... }'.
// error: 'withDependencies(_:operation:)' is unavailable: Write 'await Container.mock { ... } then: { ... }'.
// error: 'withDependencies(from:operation:)' is unavailable: Write 'Injector.capture(of: self).run { ... }'.
import Fusion

struct Client: Sendable { var load: @Sendable () -> Int }

extension Container {
    var client: Client {
        get { Client { 1 } }
        set {}
    }
}

final class Model {
    @Dependency(\.client) var client
    @Dependency(\.client.load) var load
    @Dependency(Client.self) var same
    @Injected(\.client) var injected

    func child() -> Model { withDependencies(from: self) { Model() } }
}

func test() async {
    @Dependency(\.client) var client
    _ = withDependencies {
        $0.client.load = { 2 }
    } operation: {
        Model()
    }
    await withDependencies {
        $0.client.load = { 2 }
    } operation: {
        await Task.yield()
    }
}
