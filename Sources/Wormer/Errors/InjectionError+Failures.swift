extension InjectionError {
    @inline(never)
    init(_ request: Request, notBoundIn injector: Injector) {
        self.init(
            reason: .notBound,
            path: (TaskFrame.path + ResolutionStack.current.path).map(Step.init) + [
                Step(key: request.key, binding: nil)
            ],
            location: request.location,
            nearMisses: NearMiss.nearest(to: request.key, among: injector.visibleBindings),
            key: request.key
        )
    }

    /// The error of a request by a provider whose injector is gone.
    @inline(never)
    init(withoutInjector request: Request) {
        self.init(
            reason: .injectorIsGone,
            path: (TaskFrame.path + ResolutionStack.current.path).map(Step.init) + [
                Step(key: request.key, binding: nil)
            ],
            location: request.location,
            nearMisses: [],
            key: request.key
        )
    }

    /// The error that a failed construction ends with: that of a construction below it, or one that explains its own.
    @inline(never)
    init(explaining error: any Error, _ request: Request, for binding: AnyBinding) {
        self =
            switch error {
            case let error as InjectionError: error
            case let error as NoFactory: InjectionError(request, notBoundIn: error.injector)
            default: InjectionError(request, failed: binding, because: error)
            }
    }

    /// The error of a request that has waited for a parameter.
    init(explaining error: any Error, of suspension: MustSuspend) {
        let binding = suspension.construction.binding
        let request = Request(binding.key, at: suspension.location)
        self =
            error as? InjectionError
            ?? InjectionError(request, failed: binding, because: error, around: suspension.path.dropLast())
    }

    private init(
        _ request: Request,
        failed binding: AnyBinding,
        because error: any Error,
        around path: [AnyBinding] = []
    ) {
        let (reason, rest) =
            switch error {
            case let cycle as Cycle: (Reason.cycle, cycle.path)
            case let failure as NonConformance:
                (Reason.doesNotConform(expected: request.key.interface, actual: failure.actual), [binding])
            case let failure as WrongIsolation:
                (Reason.wrongIsolation(expected: failure.expected), [binding])
            case let failure as ScopeNotOpen: (Reason.scopeNotOpen(failure.scope), [binding])
            case let failure as NotProvided:
                (Reason.notProvided(failure.scope, opened: failure.opened), [binding])
            case let failure as ScopeEndsSynchronously:
                (Reason.scopeEndsSynchronously(failure.scope), [binding])
            case is NeedsAwaiting: (Reason.needsAwaiting, [binding])
            case let failure as NotAnObject: (Reason.notAnObject(actual: failure.actual), [binding])
            default: (Reason.initializerThrew(error), [binding])
            }
        self.init(
            reason: reason,
            path: (TaskFrame.path + ResolutionStack.current.path + path + rest).map(Step.init),
            location: request.location,
            nearMisses: [],
            key: request.key
        )
    }
}

extension InjectionError.Step {
    fileprivate init(_ binding: AnyBinding) {
        self.init(key: binding.key, binding: binding.location)
    }
}

extension Injector {
    /// The error of a request for which nothing is bound.
    @inline(never)
    func notBound(_ request: Request) -> InjectionError {
        InjectionError(request, notBoundIn: resolved)
    }

    /// What a request to this injector can find, its own bindings first.
    package var visibleBindings: [AnyBinding] {
        var bindings: [AnyBinding] = []
        var next: Injector? = resolved
        while let injector = next {
            bindings += injector.registry.visibleBindings
            next = injector.parent
        }
        return bindings
    }
}
