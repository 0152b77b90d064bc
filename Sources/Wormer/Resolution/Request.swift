/// What is asked for, and from where.
package struct Request {
    package let key: Key
    package let location: CodeLocation

    package init(_ key: Key, at location: CodeLocation) {
        self.key = key
        self.location = location
    }
}

/// An instance, and whether it was made for the request.
struct Found<P> {
    let instance: P
    let outcome: TraceEvent.Outcome
}

extension Injector {
    /// Finds or makes an instance, here or in the injector's parents.
    ///
    /// - Returns: The instance, nil if nothing is bound.
    /// - Throws: `InjectionError`, if something is bound but cannot be made.
    package func resolve<P>(_ request: Request, as interface: P.Type) throws -> P? {
        guard let handler = Tracing.handler else {
            return try find(request, as: interface)?.instance
        }
        let outcome = { (found: Found<P>?) in found?.outcome ?? .missing }
        return try Tracing.showing(request, to: handler, outcome: outcome) { try find(request, as: interface) }?.instance
    }

    private func find<P>(_ request: Request, as interface: P.Type) throws -> Found<P>? {
        Frame.note(request.key)
        var next: Injector? = resolved
        while let injector = next {
            let storage = injector.storage
            switch storage.entry(for: request.key, as: interface) {
            case .instance(let instance):
                return Found(instance: instance, outcome: .cached)
            case .binding(let binding, let hasRun):
                let instance = try injector.make(binding, in: storage, for: request, observing: !hasRun)
                return Found(instance: instance, outcome: .made)
            case nil:
                next = injector.parent
            }
        }
        let absent = try (P.self as? any Absence.Type)?.absent(in: self, for: request) as? P
        return absent.map { Found(instance: $0, outcome: .missing) }
    }

    /// As `resolve`, where it is an error that nothing is bound.
    package func require<P>(_ request: Request, as interface: P.Type) throws -> P {
        guard let instance = try resolve(request, as: interface) else {
            throw notBound(request)
        }
        return instance
    }

    private func make<P>(
        _ binding: Binding<P>,
        in storage: Storage,
        for request: Request,
        observing: Bool
    ) throws -> P {
        switch binding.source {
        case .assigned(let instance):
            return instance
        case .declaration:
            throw notBound(request)
        case .initializer(let initializer):
            return try make(binding, in: storage, for: request, observing: observing) { () throws -> P in
                guard initializer.isIsolationCurrent else {
                    throw WrongIsolation(expected: initializer.isolation)
                }
                return try initializer.make(self)
            }
        }
    }

    /// Makes an instance of `binding` with `make`, or gives the shared one.
    ///
    /// - Throws: `InjectionError`.
    func make<P>(
        _ binding: Binding<P>,
        in storage: Storage,
        for request: Request,
        observing: Bool,
        _ make: () throws -> P
    ) throws -> P {
        do {
            return try binding.instance(in: storage, observing: observing, make: make)
        } catch let error as InjectionError {
            throw error
        } catch {
            throw InjectionError(request, failed: binding, because: error)
        }
    }

    package func notBound(_ request: Request) -> InjectionError {
        InjectionError(request, notBoundIn: resolved)
    }
}

/// The initializer belongs to an actor that this thread is not on.
struct WrongIsolation: Error {
    let expected: (any Actor)?
}

/// A type that has a value for "nothing is bound".
private protocol Absence {
    static func absent(in injector: Injector, for request: Request) throws -> Any?
}

extension Optional: Absence {
    /// Resolves what the optional wraps; nil is an answer here, not a failure.
    fileprivate static func absent(in injector: Injector, for request: Request) throws -> Any? {
        let wrapped = Request(Key(Wrapped.self, request.key.qualifier), at: request.location)
        return .some(try injector.resolve(wrapped, as: Wrapped.self) as Any)
    }
}

extension InjectionError {
    fileprivate init(_ request: Request, notBoundIn injector: Injector) {
        self.init(
            reason: .notBound,
            path: Frame.path().map(Step.init) + [Step(key: request.key, binding: nil)],
            location: request.location,
            nearMisses: NearMiss.nearest(to: request.key, among: injector.visibleBindings),
            key: request.key
        )
    }

    fileprivate init(_ request: Request, failed binding: AnyBinding, because error: any Error) {
        let (reason, rest) =
            switch error {
            case let cycle as Cycle: (Reason.cycle, cycle.path)
            case let failure as NonConformance:
                (Reason.doesNotConform(expected: request.key.interface, actual: failure.actual), [binding])
            case let failure as WrongIsolation:
                (failure.expected.map(Reason.wrongIsolation) ?? .initializerThrew(error), [binding])
            default: (Reason.initializerThrew(error), [binding])
            }
        self.init(
            reason: reason,
            path: (Frame.path() + rest).map(Step.init),
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
    /// What a request to this injector can find, its own bindings first.
    package var visibleBindings: [AnyBinding] {
        var bindings: [AnyBinding] = []
        var next: Injector? = resolved
        while let injector = next {
            bindings += injector.storage.census().map(\.binding)
            next = injector.parent
        }
        return bindings
    }
}
