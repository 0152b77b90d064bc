import CWormer

// Checks whether this thread may run code that is isolated to an actor.

/// Checks that this thread may call code that is isolated to an actor.
///
/// - Throws: `wrongIsolation`.
func checkIsolation(_ isolation: (any Actor)?) throws {
    if let isolation {
        try checkIsCurrent(isolation)
    }
}

/// Checks that this thread may construct a declared service.
///
/// The property is isolated to the actor, so the compiler has checked its callers, except for accesses through a key
/// path. Only for the main actor can this be checked at run time.
///
/// - Throws: `wrongIsolation`.
func checkDeclaredIsolation(_ isolation: (any Actor)?) throws {
    if let isolation, isolation === MainActor.shared {
        try checkIsCurrent(isolation)
    }
}

// The newest systems have `isIsolatingCurrentContext()`. It crashes for the executor of an ordinary actor in Swift 6.3,
// and where it worked, a synchronous lookup would succeed only on these systems.
private func checkIsCurrent(_ actor: any Actor) throws {
    guard actor === MainActor.shared, wormer_is_on_main_actor() else {
        throw LookupError.failed(.wrongIsolation(expected: actor))
    }
}
