// error: cannot assign value of type 'Chat' to type '@Sendable () -> Chat'
// error: cannot convert value of type 'KeyPath<Container, @Sendable (Int) -> Chat>' to expected argument type 'KeyPath<Container, Chat>'
// error: cannot infer key path type from context; consider explicitly specifying a root type
// error: cannot infer type of closure parameter '$0' without a type annotation
// error: generic parameter 'Service' could not be inferred
// error: member 'login' in 'Container.Scope' produces result of type 'Scope', but context expects 'Container.Scope'
// error: type 'Lifetime' has no member 'session'
import Fusion

final class Chat: Sendable { init(_ name: String) {} }

extension Wormer.Scope { static let session = Scope("session") }

extension Container.Scope { static let login = Scope("login") }

extension Container {
    @Provides func chat() -> Chat { Chat("chat") }
    @Provides func room(_ number: Int) -> Chat { Chat("\(number)") }
    @Provides(.login) func hall() -> Chat { Chat("hall") }
    @Provides(lifetime: .session) func lobby() -> Chat { Chat("lobby") }
    @Provides(.singleton, onEnd: { await $0.close() }) func bar() -> Chat { Chat("bar") }
}

struct Screen {
    @Inject(\.roomProvider) var room: Chat
    @Inject(\.chat) var chat: Chat
    @Inject(\.chatProvidr) var misspelled
}

func mock() {
    Container.chatProvider = Chat("mock")
}
