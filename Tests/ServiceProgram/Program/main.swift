// Prints the graph of a program before any service is read.
//
// usage: ServiceProgram verify | assigned | made | diagram | explain

import Fusion
import WormerGraph
import Shop
import Warehouse

let container = Container.main
container.bind(Payment.self, to: .make { CardPayment() })
let command = CommandLine.arguments.dropFirst().first
if command != "verify" {
    container.database = Database(name: "assigned")
}
switch command {
case "diagram": print(Injector.default.graph.mermaid, terminator: "")
case "explain": print(Injector.default.explain(\Container.checkout))
default:
    do {
        print(command == "made" ? try await Injector.default.verifyInstances() : try Injector.default.verify())
        print(Injector.default.graph)
    } catch {
        print(error)
    }
}
let made = Injector.default.graph.nodes.filter { $0.hasInstance }.map(\.interface)
print("made:", made)
