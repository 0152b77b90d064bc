import CWormer

// Whether this thread may run what belongs to an actor.

/// Makes sure that this thread may call what belongs to an actor.
///
/// - Throws: `WrongIsolation`.
@inline(__always)
func checkIsolation(_ isolation: (any Actor)?) throws {
    if let isolation {
        try checkIsCurrent(isolation)
    }
}

/// Makes sure that this thread may construct a declared service.
///
/// Its property belongs to the actor and its getter has been reached, so the compiler saw to it, except where a key
/// path led here. For another actor than the main one nothing tells.
///
/// - Throws: `WrongIsolation`.
func checkDeclaredIsolation(_ isolation: (any Actor)?) throws {
    if let isolation, isolation === MainActor.shared {
        try checkIsCurrent(isolation)
    }
}

@inline(never)
private func checkIsCurrent(_ actor: any Actor) throws {
    guard actor === MainActor.shared, wormer_is_on_main_queue() else {
        throw WrongIsolation(expected: actor)
    }
}
