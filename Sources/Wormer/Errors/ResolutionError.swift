/// The internal error of a request, which an `InjectionError` explains to users.
indirect enum ResolutionError: Error {
    /// The request failed for a reason that users see.
    case failed(InjectionError.Reason)
    /// A service has no initializer and no longer has an assigned instance.
    case noFactory(in: Injector)
    /// The request would have to wait for itself.
    ///
    /// The path leads from the requested binding, with the location of the request, to the binding that is under
    /// construction.
    case cycle(path: [RequestedBinding])
    /// The implementation does not conform to the interface.
    case nonConformance(actual: Any.Type)
    /// The construction inside an override was abandoned, because an outer instance now exists.
    case constructedOutside

    /// Creates the error for a request that is made by the construction of the requested instance.
    @inline(never)
    static func cycle(of binding: AnyBinding) -> ResolutionError {
        .cycle(path: [RequestedBinding(binding: binding, location: nil)])
    }
}

/// The error for a parameter that would have to wait, thrown if the request for the factory's instance can wait
/// instead.
final class MustSuspend: Error {
    let construction: Construction
    /// The constructions on the thread, from the outermost to the one that has the parameter.
    let path: [RequestedBinding]
    let location: CodeLocation
    let injector: Injector

    init(construction: Construction, path: [RequestedBinding], location: CodeLocation, injector: Injector) {
        self.construction = construction
        self.path = path
        self.location = location
        self.injector = injector
    }
}

/// The error of a factory, with its binding and the injector that called it.
@usableFromInline
final class FailedConstruction {
    let binding: AnyBinding
    let cause: any Error
    let injector: Injector
    /// Whether another request began the construction, so that the locations in the error belong to that request.
    let isAwaited: Bool

    @inline(never)
    init(binding: AnyBinding, cause: any Error, injector: Injector, isAwaited: Bool = false) {
        self.binding = binding
        self.cause = cause
        self.injector = injector
        self.isAwaited = isAwaited
    }

    @usableFromInline
    func explained(at location: CodeLocation) -> any Error {
        cause is MustSuspend ? cause : InjectionError(explaining: self, at: location)
    }
}

extension AnyBinding {
    /// Returns the error of a request for the error of a construction.
    ///
    /// - Parameters:
    ///   - error: The error of the construction.
    ///   - injector: The injector that called the factory.
    ///   - location: The location of the request.
    ///   - isAwaited: Whether another request began the construction.
    /// - Returns: The error.
    @inline(never)
    final func explained(
        _ error: any Error,
        to injector: Injector,
        at location: CodeLocation,
        isAwaited: Bool = false
    ) -> any Error {
        FailedConstruction(binding: self, cause: error, injector: injector, isAwaited: isAwaited)
            .explained(at: location)
    }
}
