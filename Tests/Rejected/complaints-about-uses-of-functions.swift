// error: 'body' macro cannot be attached to property ('room')
// error: cannot assign to value: 'chat' is a method
// error: cannot convert value of type 'Chat' to closure result type '@Sendable () -> Chat'
// error: converting non-Sendable function value to '@Sendable (Container) -> @Sendable () -> Chat' may introduce data races
// error: instance member 'chat' cannot be used on type 'Container'; did you mean to use a value of this type instead?
// error: key path cannot refer to instance method 'chat()'
import Fusion

final class Chat: Sendable { init(_ name: String) {} }

extension Container {
    @Provides func chat() -> Chat { Chat("chat") }
    @Provides var room: Chat { Chat("room") }
}

struct Screen { @Inject(\.chat) var chat }
let chat = Container.chat()
Container.chat = { Chat("mock") }
