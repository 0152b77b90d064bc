// The internal errors of a request, which an `InjectionError` explains to users.

/// The error for a service that has no initializer and no longer has an assigned instance.
struct NoFactory: Error {
    let injector: Injector
}

/// The error for a request that would have to wait for itself.
struct Cycle: Error {
    /// The path from the requested binding, with the location of the request, to the binding that is under
    /// construction.
    let path: [RequestedBinding]

    init(path: [RequestedBinding]) {
        self.path = path
    }

    /// Creates the error for a request that is made by the construction of the requested instance.
    init(of binding: AnyBinding) {
        path = [RequestedBinding(binding: binding, location: nil)]
    }
}

/// The error for a factory that is isolated to an actor and requested on a thread outside that actor.
struct WrongIsolation: Error {
    let expected: any Actor
}

/// The error for a request that cannot wait for the task that constructs the instance.
struct NeedsAwaiting: Error {}

/// The error for a scope that must keep the instance but is not open.
struct ScopeNotOpen: Error {
    let scope: Scope
}

/// The error for an instance whose `onEnd` is asynchronous in a scope that ends synchronously.
struct ScopeEndsSynchronously: Error {
    let scope: Scope
}

/// The error for a parameter that would have to wait, thrown if the request for the factory's instance can wait
/// instead.
struct MustSuspend: Error {
    let construction: Construction
    /// The constructions on the thread, from the outermost to the one that has the parameter.
    let path: [RequestedBinding]
    let location: CodeLocation
    let injector: Injector
}

/// The error for an instance that cannot be held weakly.
struct NotAnObject: Error {
    let actual: Any.Type
}
