// Prints the graph of a program before any service is read.
//
// usage: ServiceProgram verify | assigned | made | diagram | explain

import Fusion
import Shop
import Warehouse

let container = Container.main
container.bind(Payment.self, to: .make { CardPayment() })
let command = CommandLine.arguments.dropFirst().first
if command != "verify" {
    container.database = Database(name: "assigned")
}
switch command {
case "diagram": print(Container.main.graph.mermaid, terminator: "")
case "explain": print(Container.main.explain(\.checkout))
default:
    do {
        print(command == "made" ? try await Container.main.verifyInstances() : try Container.main.verify())
        print(Container.main.graph)
    } catch {
        print(error)
    }
}
let made = Container.main.graph.nodes.filter { $0.hasInstance }.map(\.interface)
print("made:", made)
