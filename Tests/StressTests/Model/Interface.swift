import Wormer

/// The interfaces of bindings and requests: two existential types for objects, one for values, a class, and two value
/// types.
package enum Interface: Int, CaseIterable, Sendable {
    case alpha, beta, envelope, parcel, product, plugin

    /// The calls with the type.
    package func calls(_ identifier: Identifier = .none) -> any Calls {
        switch self {
        case .alpha: Typed<any Alpha>(identifier, wrap: { $0 }, unwrap: \.product)
        case .beta: Typed<any Beta>(identifier, wrap: Envelope.init, unwrap: \.product)
        case .envelope: Typed<Envelope>(identifier, wrap: Envelope.init, unwrap: \.product)
        case .parcel: Typed<Parcel>(identifier, wrap: Parcel.init, unwrap: \.product)
        case .product: Typed<Product>(identifier, wrap: { $0 }, unwrap: { $0 })
        case .plugin: Typed<any Plugin>(identifier, wrap: { $0 }, unwrap: \.product)
        }
    }
}

/// The identifiers of bindings.
///
/// The last two have the same hash.
package enum Identifier: Int, CaseIterable, Sendable {
    case none, text, one, two, calling, colliding

    var value: AnyHashable? {
        switch self {
        case .none: nil
        case .text: "a"
        case .one: 1
        case .two: 2
        case .calling, .colliding: CallingIdentifier(name: "\(self)")
        }
    }

    /// An equal identifier of another type, if one exists.
    var spelledDifferently: AnyHashable? {
        switch self {
        case .one: 1.0
        case .two: UInt8(2)
        case .none, .text, .calling, .colliding: value
        }
    }
}

/// An identifier that runs a function when it is hashed, compared or released.
package final class CallingIdentifier: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// Set once, before the first identifier is created.
    nonisolated(unsafe) package static var callBack: @Sendable (_ isRelease: Bool) -> Void = { _ in
        Ledger.current?.callBack()
    }

    init(name: String) { description = name }

    deinit { CallingIdentifier.callBack(true) }

    package static func == (one: CallingIdentifier, other: CallingIdentifier) -> Bool {
        callBack(false)
        return one.description == other.description
    }

    package func hash(into hasher: inout Hasher) { CallingIdentifier.callBack(false) }
}

/// The records of one sequential run.
final class Ledger: @unchecked Sendable {
    // Used by the task of the run only.
    var constructed = 0
    var ended: [Int] = []
    private var calls = 0
    private var isCalledBack = false

    @TaskLocal static var current: Ledger?

    /// Uses the main container occasionally, in a way that changes no result.
    func callBack() {
        calls += 1
        guard !isCalledBack, calls % 8 == 0 else { return }
        isCalledBack = true
        defer { isCalledBack = false }
        let injector = Injector.default
        precondition(injector.safeInstance(for: Ledger.self, id: CallingIdentifier(name: "unbound")) == nil)
        precondition(!injector.isBound(Ledger.self))
    }
}
