import Compat
import Wormer

// What the catalogue of mistakes is about. The advice in its texts is compiled with this file, see `AdviceTests`.

protocol Appliance {}

final class Heater: Injectable, Appliance, Sendable {}

final class Kitchen: Sendable {
    init(heater: Heater) {}
}

@MainActor func bindHeaterOnMainActor() {
    Injector.default.bind(interface: Heater.self, toImplementation: Heater.self) { Heater() }
}
