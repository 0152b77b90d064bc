import Fusion
import Testing

// The guide's introduction.

private struct CreateAccountView {
    @Inject var logger: Logger

    func createAccount(for email: String) {
        logger.log("Creating an account for \(email).")
    }
}

@Suite("A simple intro: logging")
struct LoggingTests {
    private let log = Log()

    @Test("Logs are sent to the remote logger")
    func remote() {
        withEmptyMain {
            Container.main.bind(Logger.self, value: RemoteLogger(log: log))
            CreateAccountView().createAccount(for: "a@example.com")
            #expect(log.lines == ["remote: Creating an account for a@example.com."])
        }
    }

    @Test("bind as a static function uses the main container")
    func staticFunction() {
        withEmptyMain {
            Container.bind(Logger.self, value: RemoteLogger(log: log))
            CreateAccountView().createAccount(for: "a@example.com")
            #expect(log.lines == ["remote: Creating an account for a@example.com."])
        }
    }

    @Test("A test that binds another logger has everything sent there, also from views that are there already")
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
