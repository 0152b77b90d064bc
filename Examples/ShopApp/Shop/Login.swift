import Fusion
import Observation
import Wormer

/// Begins the session at login, with the user, and ends it at logout.
@MainActor @Observable
package final class Login {
    package var name = ""
    package private(set) var cart: Cart?
    package private(set) var message = ""
    @ObservationIgnored private let container: Container

    init(container: Container) {
        self.container = container
    }

    package func logIn() {
        do {
            try container.begin(.session, providing: User(name: name))
            cart = container.cart
        } catch {
            message = "\(error)"
        }
    }

    package func logOut() async {
        cart = nil  // first, so that no view shows a session that has ended
        do {
            try await container.end(.session)
        } catch {
            message = "The cart was not saved: \(error)"
        }
    }
}
