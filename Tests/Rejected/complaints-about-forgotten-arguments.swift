// error: failed to produce diagnostic for expression; please submit a bug report (https://swift.org/contributing/#reporting-bugs)
import Fusion

final class Chat: Sendable { init(_ name: String) {} }

extension Container {
    @Provides func room(_ number: Int) -> Chat { Chat("\(number)") }
}

func mock() {
    Container.roomProvider = { Chat("mock") }
    Container.mock {
        $0.roomProvider = { Chat("mock") }
    } then: {
    }
}
