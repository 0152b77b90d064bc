import CWormer

// Checks whether this thread may run code that is isolated to an actor.

/// Checks that this thread may call code that is isolated to an actor.
///
/// A declared service is isolated to its actor, so the compiler has checked its callers, except for accesses through a key
/// path. Only for the main actor can this be checked at run time.
///
/// - Throws: `wrongIsolation`.
func checkIsolation(_ isolation: (any Actor)?, ofDeclaration isOfDeclaration: Bool = false) throws {
    guard let isolation, !isOfDeclaration || isolation === MainActor.shared else { return }
    // The newest systems have `isIsolatingCurrentContext()`. It crashes for the executor of an ordinary actor in Swift 6.3,
    // and where it worked, a synchronous lookup would succeed only on these systems.
    guard isolation === MainActor.shared, wormer_is_on_main_actor() else {
        throw LookupError.failed(.wrongIsolation(expected: isolation))
    }
}
