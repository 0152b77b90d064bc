// A service, an object that uses it, and another one in its place: the program at the top of README.md.

import Fusion

protocol Mailer: Sendable { func send(_ text: String) }
struct LiveMailer: Mailer { func send(_ text: String) { print("sends", text) } }
struct MockMailer: Mailer { func send(_ text: String) { print("would send", text) } }
extension Container {
    @Service(.singleton) var mailer: any Mailer = LiveMailer()
}
struct Checkout {
    @Inject(\.mailer) var mailer
    func pay() { mailer.send("a receipt") }
}
Checkout().pay()
Container.mailer = MockMailer()
Checkout().pay()
