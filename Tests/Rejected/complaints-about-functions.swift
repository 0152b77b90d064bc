// error: cannot use instance member 'chat' within property initializer; property initializers run before 'self' is available
// error: invalid redeclaration of '__Service_chat'
// error: invalid redeclaration of '__declare_chat'
// error: invalid redeclaration of 'chatProvider'
// error: thrown expression type 'any Error' cannot be converted to error type 'Never'
import Fusion

final class Chat: Sendable { init(_ name: String) {} }

extension Container {
    @Provides func chat(_ number: Int) -> Chat { Chat("\(number)") }
    @Provides func chat(named name: String) -> Chat { Chat(name) }
    @Provides func room() -> Chat { Chat("room") }
    @Provides func hall() -> Chat { try opened() }
    private func opened() throws -> Chat { Chat("hall") }
    @Service var first: Chat = chat(7)
    @Service var second: Chat = roomProvider()
}
