import Wormer

// What the catalogue of mistakes is about. The advice in its texts is compiled with this file, see `AdviceTests`.

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

/// Two identifiers that are spelled alike.
enum Branch {
    case north
}

enum Wind {
    case north
}

/// Another type of the name.
enum Mill {
    struct Flour: Sendable {}
}

struct OvenIsCold: Error {}
