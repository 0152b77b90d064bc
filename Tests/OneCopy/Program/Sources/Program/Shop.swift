import Orders
import Wormer

/// What the program receives from the library.
func receivedLog() -> OrderLog? {
    Injector.default.safeInstance()
}
