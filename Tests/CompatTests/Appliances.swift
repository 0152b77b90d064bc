import Compat
import Wormer

// The types of the catalog of mistakes. `AdviceTests` compiles the advice in its texts with this file.

protocol Appliance {}

final class Heater: Injectable, Appliance, Sendable {}

@MainActor func bindHeaterOnMainActor() {
    Injector.default.bind(interface: Heater.self, toImplementation: Heater.self) { Heater() }
}
