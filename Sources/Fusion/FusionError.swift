import Wormer

/// The error that `resolveThrowing` throws if nothing is bound, to catch at such a call.
///
/// A minor version may add cases. Write a `default` in a `switch`.
#if hasAttribute(nonexhaustive)
    @nonexhaustive
#endif
public enum FusionError: Error, @unchecked Sendable {
    // Unchecked because of the identifier, which is only compared and printed.

    /// Nothing is bound to the type with this identifier, or without one if `id` is nil.
    case notRegistered(type: Any.Type, id: AnyHashable?)
}

extension FusionError: CustomStringConvertible {
    /// A sentence that names the type and the identifier.
    public var description: String {
        switch self {
        case .notRegistered(let type, let id): "Nothing is bound to \(Key(type, id: id))."
        }
    }
}
