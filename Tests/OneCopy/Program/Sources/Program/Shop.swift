import Orders
import Wormer

/// Returns the log that the library binds.
func receivedLog() -> OrderLog? {
    Injector.default.safeInstance()
}
