import Fusion
import Observation
import Wormer

/// Begins the session at login, with the user, and ends it at logout.
@MainActor @Observable
package final class Login {
    package var name = ""
    package private(set) var cart: Cart?
    package private(set) var message = ""
    @ObservationIgnored private let injector: Injector

    init(injector: Injector) {
        self.injector = injector
    }

    package func logIn() {
        do {
            try injector.begin(.session, providing: User(name: name))
            cart = Container.cart
        } catch {
            message = "\(error)"
        }
    }

    package func logOut() async {
        cart = nil  // first, so that no view shows a session that has ended
        do {
            try await injector.end(.session)
        } catch {
            message = "The cart was not saved: \(error)"
        }
    }
}
