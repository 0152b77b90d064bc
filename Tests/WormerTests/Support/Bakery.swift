import Wormer

// The types of the catalog of mistakes. `AdviceTests` compiles the advice in its texts with this file.

protocol Oven: Sendable {}

struct GasOven: Oven {}

struct Flour: Sendable {}

final class Mixer: Sendable {
    init(flour: Flour) {}
}

final class Bakery: Sendable {
    init(oven: any Oven, mixer: Mixer) {}
}

struct Baker: Sendable {
    let name: String
}

protocol Topping: Sendable {}

struct Sugar: Topping {}

@MainActor final class ShopWindow {}

protocol Recipe<Product>: Sendable {
    associatedtype Product
}

/// An oven that needs a baker, around another oven.
struct AttendedOven: Oven {
    init(base: any Oven, baker: Baker) {}
}

/// Two identifiers with the same name.
enum Branch {
    case north
}

enum Wind {
    case north
}

/// Another type named `Flour`.
enum Mill {
    struct Flour: Sendable {}
}

struct OvenIsCold: Error {}
