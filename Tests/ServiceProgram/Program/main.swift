// Prints the graph of a program before any service is read.
//
// usage: ServiceProgram verify | assigned | made | dot | explain

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
case "dot": print(Container.graph.dot, terminator: "")
case "explain": print(Container.explain(\.checkout))
default:
    do {
        print(command == "made" ? try await Container.verifyInstances() : try Container.verify())
        print(Container.graph)
    } catch {
        print(error)
    }
}
let made = Container.graph.nodes.filter { $0.binding?.hasInstance == true }.map(\.interface)
print("made:", made)
