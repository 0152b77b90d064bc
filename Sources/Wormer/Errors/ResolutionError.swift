/// The internal error of a construction, which `explained(_:in:at:)` turns into the `InjectionError` that users see.
indirect enum ResolutionError: Error {
    /// The request failed for a reason that users see.
    case failed(InjectionError.Reason)
    /// The request would have to wait for itself.
    ///
    /// The path leads from the requested binding, with the location of the request, to the binding that is under
    /// construction.
    case cycle(path: [RequestedBinding])
    /// The construction was abandoned before the factory was called. Requests that waited try again.
    case abandoned

    /// Creates the error for a request that is made by the construction of the requested instance.
    @inline(never)
    static func cycle(of binding: AnyBinding) -> ResolutionError {
        .cycle(path: [RequestedBinding(binding: binding, location: nil)])
    }
}

/// The error for a parameter that would have to wait, thrown if the request for the factory's instance can wait
/// instead.
@usableFromInline
final class MustSuspend: Error {
    /// The construction to wait for; nil if the parameter's own factory must be awaited, so that a task must resolve the
    /// parameters of the outermost factory.
    let construction: Construction?
    /// The constructions on the thread, from the outermost to the one that has the parameter.
    let path: [RequestedBinding]
    let location: CodeLocation
    let injector: Injector

    init(construction: Construction?, path: [RequestedBinding], location: CodeLocation, injector: Injector) {
        self.construction = construction
        self.path = path
        self.location = location
        self.injector = injector
    }
}
