/// An identifier that calls a function when it is compared, hashed, described or released.
package final class CallingID: Hashable, Sendable, CustomStringConvertible {
    package enum Call { case equality, hash, description, deinitialization }

    private let number: Int
    private let hash: Int
    private let call: @Sendable (Call) -> Void

    /// Identifiers with the same number are equal, and those with the same hash are compared with each other.
    package init(_ number: Int = 0, hash: Int = 0, _ call: @escaping @Sendable (Call) -> Void) {
        (self.number, self.hash, self.call) = (number, hash, call)
    }

    deinit { call(.deinitialization) }

    package var description: String {
        call(.description)
        return "number \(number)"
    }

    package static func == (one: CallingID, other: CallingID) -> Bool {
        one.call(.equality)
        other.call(.equality)
        return one.number == other.number
    }

    package func hash(into hasher: inout Hasher) {
        call(.hash)
        hasher.combine(hash)
    }
}
