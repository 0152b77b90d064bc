import Fusion
import Wormer

// The types of the catalog of mistakes. `AdviceTests` compiles the advice in its texts with this file.

protocol Hammer: Sendable {}

struct ClawHammer: Hammer {}

struct Saw: Sendable {}

struct Workplace: Sendable {
    let saw: Saw
}

protocol Glue: Sendable {}

struct WoodGlue: Glue {}

@MainActor final class Sign {}

@MainActor func bindHammerOnMainActor() {
    Container.main.bind(Hammer.self, value: ClawHammer())
}

extension Scope {
    static let workOrder = Scope("order")
}

let lineOfSaw = UInt(#line) + 3

extension Container {
    @Service var saw: Saw
    @Service(.singleton) var glue: any Glue = WoodGlue()
    @Service(lifetime: .scope(.workOrder)) var order = "order"
    @Service var workplace = Workplace(saw: saw)
    @MainActor @Service var sign = Sign()
    @Service var nail = 10
}
