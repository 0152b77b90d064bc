// The internal errors of a request, which an 'InjectionError' explains to users.

/// A service was declared without an initializer, and what was assigned to it is gone.
struct NoFactory: Error {
    let injector: Injector
}

/// A request that would have to wait for itself.
struct Cycle: Error {
    /// From what is requested, whose location is that of the request, to what is being constructed already.
    let path: [RequestedBinding]

    init(path: [RequestedBinding]) {
        self.path = path
    }

    /// A request for what is being constructed around it.
    init(of binding: AnyBinding) {
        path = [RequestedBinding(binding: binding, location: nil)]
    }
}

/// The factory belongs to an actor that this thread is not on.
struct WrongIsolation: Error {
    let expected: any Actor
}

/// A task constructs the instance, and the request cannot wait for it.
struct NeedsAwaiting: Error {}

/// The scope that an instance would be kept in is not open.
struct ScopeNotOpen: Error {
    let scope: Scope
}

/// The instance's end has to be awaited, and the end of the scope cannot be.
struct ScopeEndsSynchronously: Error {
    let scope: Scope
}

/// A request for a parameter would have to wait, and the request that the factory runs for can.
struct MustSuspend: Error {
    let construction: Construction
    /// From the outermost construction on the thread to the one whose parameter it is.
    let path: [RequestedBinding]
    let location: CodeLocation
    let injector: Injector
}

/// The instance cannot be held weakly.
struct NotAnObject: Error {
    let actual: Any.Type
}
