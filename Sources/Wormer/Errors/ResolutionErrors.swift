// The internal errors of a request, which an `InjectionError` explains to users.

/// A service was declared without an initializer, and its assigned instance is gone.
struct NoFactory: Error {
    let injector: Injector
}

/// A request that would have to wait for itself.
struct Cycle: Error {
    /// The path from the requested binding, with the location of the request, to the binding that is under
    /// construction.
    let path: [RequestedBinding]

    init(path: [RequestedBinding]) {
        self.path = path
    }

    /// A request for an instance that is under construction around it.
    init(of binding: AnyBinding) {
        path = [RequestedBinding(binding: binding, location: nil)]
    }
}

/// The factory is isolated to an actor, and this thread is not on that actor.
struct WrongIsolation: Error {
    let expected: any Actor
}

/// A task constructs the instance, and the request cannot wait for it.
struct NeedsAwaiting: Error {}

/// The scope that would keep the instance is not open.
struct ScopeNotOpen: Error {
    let scope: Scope
}

/// The `onEnd` of the instance must be awaited, but the scope ends synchronously.
struct ScopeEndsSynchronously: Error {
    let scope: Scope
}

/// A request for a parameter would have to wait, and the factory's own request is asynchronous.
struct MustSuspend: Error {
    let construction: Construction
    /// The constructions on the thread, from the outermost to the one that has the parameter.
    let path: [RequestedBinding]
    let location: CodeLocation
    let injector: Injector
}

/// The instance cannot be held weakly.
struct NotAnObject: Error {
    let actual: Any.Type
}
