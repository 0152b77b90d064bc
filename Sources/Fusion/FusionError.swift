import Wormer

/// Why `resolveThrowing` could not give a service.
public enum FusionError: Error, @unchecked Sendable {
    // Unchecked for the identifier, which is only ever compared and printed.

    /// Nothing is bound to the type, or nothing with that identifier.
    case notRegistered(type: Any.Type, id: AnyHashable?)
}

extension FusionError: CustomStringConvertible {
    /// What was asked for.
    public var description: String {
        switch self {
        case .notRegistered(let type, let id): "Nothing is bound to \(Key(type, id: id))."
        }
    }
}
