import Fixtures

/// What one library answers, in the words of its users, or nil if it has no such thing.
///
/// Each library has 50 other bindings, or none if its services are properties.
@MainActor
struct Peer {
    let name: String

    var singletonByType: (() -> any Clock)?
    var singletonAsProperty: (() -> any Clock)?
    var transientByType: (() -> any Message)?
    var transientAsProperty: (() -> any Message)?
    var graphByType: (() -> any Application)?
    var graphAsProperties: (() -> any Application)?
    /// A shop whose parts share one connection.
    var diamondByType: (() -> any Shop)?
    var diamondAsProperties: (() -> any Shop)?
    /// A singleton with the identifier "wall".
    var identifier: (() -> any Clock)?
    /// A message that is bound in a new child.
    var child: (() -> any Message)?
    /// A service as it is read inside an override, which replaces it by `mock`.
    var override: (() -> any Clock)?
    /// Replaces a binding, which `rebound` looks up.
    var rebinding: ((any Message) -> Void)?
    var rebound: (() -> any Message)?
    /// The first answer of a new injector, in which 101 services are bound.
    var startupByType: (() -> any Message)?
    /// The first answer of a new container, whose services are properties.
    var startupAsProperty: (() -> any Message)?
    /// A new injector with 1,000 bindings.
    var thousand: (() -> AnyObject)?
}

extension Peer {
    static let all: [Peer] = [byHand, wormer, factory, swinject, resolver, dependencies, tranquillity]

    /// The same without a library.
    static let byHand = Peer(
        name: "by hand",
        singletonByType: sharedClock,
        singletonAsProperty: sharedClock,
        transientByType: newMessage,
        transientAsProperty: newMessage,
        graphByType: newApplication,
        graphAsProperties: newApplication,
        diamondByType: newShop,
        diamondAsProperties: newShop
    )

    static let mock: any Clock = SystemClock()
}
