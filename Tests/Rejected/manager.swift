// error: 'manager' is unavailable: Write 'Container.reset(.login)' for a scope, or 'Container.unassignAll()'.
// error: 'pop()' is unavailable: Write 'mock { ... } then: { ... }', or 'withIsolatedBindings' in a test.
// error: 'push()' is unavailable: Write 'mock { ... } then: { ... }', or 'withIsolatedBindings' in a test.
// error: 'reset(options:)' is unavailable: Write 'reset()' for singletons, 'reset(.login)', or 'unassignAll()'.
// error: 'with' is unavailable: Assign: 'container.api = Mock()'; in a preview, 'mock(\.api, value: ...)'.
import Fusion

let container = Container.main
container.manager.reset()
Container.manager.reset(options: .all)
Container.reset(options: .registration)
container.manager.push()
container.manager.pop()
let mocked = Container().with { $0.greeting = "Hi" }
Container.main.with { $0.greeting = "Hi" }.with { _ in }

extension Container {
    var greeting: String {
        get { "Hello" }
        set { print(newValue) }
    }
}
