import Fusion
import Testing

// The introduction of the Fusion 0.4 guide.

private struct CreateAccountView {
    @Inject var logger: Logger

    func createAccount(for email: String) {
        logger.log("Creating an account for \(email).")
    }
}

@Suite("The logging example of the Fusion 0.4 guide works unchanged")
struct LoggingTests {
    private let log = Log()

    @Test("@Inject resolves the logger that is bound in the main container")
    func remote() {
        withEmptyMain {
            Container.main.bind(Logger.self, value: RemoteLogger(log: log))
            CreateAccountView().createAccount(for: "a@example.com")
            #expect(log.lines == ["remote: Creating an account for a@example.com."])
        }
    }

    @Test("bind() on Container uses the main container")
    func staticFunction() {
        withEmptyMain {
            Container.bind(Logger.self, value: RemoteLogger(log: log))
            CreateAccountView().createAccount(for: "a@example.com")
            #expect(log.lines == ["remote: Creating an account for a@example.com."])
        }
    }

    @Test("A test that binds another logger affects existing views")
    func console() {
        withEmptyMain {
            Container.bind(Logger.self, value: RemoteLogger(log: log))
            let before = CreateAccountView()
            before.createAccount(for: "a@example.com")
            Container.bind(Logger.self, value: ConsoleLogger(log: log))
            let after = CreateAccountView()
            after.createAccount(for: "b@example.com")
            before.createAccount(for: "c@example.com")
            #expect(
                log.lines == [
                    "remote: Creating an account for a@example.com.",
                    "console: Creating an account for b@example.com.",
                    "console: Creating an account for c@example.com.",
                ]
            )
        }
    }
}
