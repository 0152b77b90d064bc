import CWormer

/// What is asked for, and from where; by reference, because every making on the stack holds one.
@usableFromInline
package final class Request: Sendable {
    package let key: Key
    @usableFromInline package let location: CodeLocation

    /// Whether the parents of the injector are asked for what it lacks.
    let asksParents: Bool

    @usableFromInline
    package init(_ key: Key, at location: CodeLocation, askingParents: Bool = true) {
        self.key = key
        self.location = location
        asksParents = askingParents
    }

    @usableFromInline
    convenience init(_ interface: Any.Type, id: AnyHashable?, fileID: StaticString, line: UInt) {
        self.init(Key(interface, id: id), at: CodeLocation(fileID: fileID, line: line))
    }
}

extension Injector {
    /// Finds or makes an instance, here or in the injector's parents.
    ///
    /// - Returns: The instance, nil if nothing is bound.
    /// - Throws: `InjectionError`, if something is bound but cannot be made.
    @inlinable
    @inline(never)
    package func resolve<P>(_ request: Request, as interface: P.Type) throws -> P? {
        try withUnsafeTemporaryAllocation(of: interface, capacity: 1) { place -> P? in
            let result = place.baseAddress.unsafelyUnwrapped
            return try answer(request, into: UnsafeMutableRawPointer(result))
                ? result.move() : absence(of: interface, for: request)
        }
    }

    /// As `resolve`, where it is an error that nothing is bound.
    @inlinable
    package func require<P>(_ request: Request, as interface: P.Type) throws -> P {
        try withUnsafeTemporaryAllocation(of: interface, capacity: 1) { place -> P in
            let result = place.baseAddress.unsafelyUnwrapped
            return try answer(request, into: UnsafeMutableRawPointer(result))
                ? result.move() : requiredAbsence(of: interface, for: request)
        }
    }

    /// Answers a request.
    ///
    /// Nothing here depends on the interface's type, so that nothing about it has to be looked up.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - result: Where to put the instance; memory for one of the request's interface.
    /// - Returns: Whether there is an instance.
    /// - Throws: `InjectionError`, if something is bound but cannot be made.
    @usableFromInline
    func answer(_ request: Request, into result: UnsafeMutableRawPointer) throws -> Bool {
        if Detour.trace.isNeeded {
            return try show(request, into: result)
        }
        var outcome = TraceEvent.Outcome.missing
        return try answer(request, into: result, outcome: &outcome)
    }

    @inline(never)
    private func show(_ request: Request, into result: UnsafeMutableRawPointer) throws -> Bool {
        var outcome = TraceEvent.Outcome.missing
        guard let handler = Tracing.handler else {
            return try answer(request, into: result, outcome: &outcome)
        }
        return try Tracing.showing(request, to: handler) { try answer(request, into: result, outcome: &$0) }
    }

    @inline(__always)
    private func answer(
        _ request: Request,
        into result: UnsafeMutableRawPointer,
        outcome: inout TraceEvent.Outcome
    ) throws -> Bool {
        Makings.note(request)
        let override = Override.active
        override?.note(request)
        var next: Injector? = resolved
        var binding: AnyBinding?
        while let injector = next {
            let storage = override?.storage(of: injector) ?? injector.ownStorage
            if storage.findInstance(for: request.key, into: result, otherwise: &binding) {
                outcome = .cached
                return true
            }
            if let binding {
                let isMade = try binding.obtain(for: request, of: injector, in: storage, make: nil, into: result)
                outcome = isMade ? .made : .cached
                return true
            }
            next = request.asksParents ? injector.parent : nil
        }
        return false
    }

    /// What an interface that nothing is bound to has for an answer, if its type has a value for that.
    @usableFromInline
    @inline(never)
    func absence<P>(of interface: P.Type, for request: Request) throws -> P? {
        guard let type = interface as? any Absence.Type else {
            return nil
        }
        return try type.absent(in: self, for: request) as? P
    }

    /// As `absence(of:for:)`, where it is an error that there is none.
    @usableFromInline
    @inline(never)
    func requiredAbsence<P>(of interface: P.Type, for request: Request) throws -> P {
        guard let absence = try absence(of: interface, for: request) else {
            throw notBound(request)
        }
        return absence
    }

    /// As `absence(of:for:)`, for a request that can wait.
    func asyncAbsence<P>(of interface: P.Type, for request: Request) async throws -> P? {
        guard let type = interface as? any Absence.Type else {
            return nil
        }
        return try await type.asyncAbsent(in: self, for: request) as? P
    }

    @usableFromInline
    @inline(never)
    package func notBound(_ request: Request) -> InjectionError {
        InjectionError(request, notBoundIn: resolved)
    }
}

/// A service was declared without an initializer, and what was assigned to it is gone.
struct NoInitializer: Error {
    let injector: Injector
}

/// The initializer belongs to an actor that this thread is not on.
struct WrongIsolation: Error {
    let expected: any Actor
}

/// The instance is made by a task, and the request cannot wait for one.
struct NeedsAwaiting: Error {}

/// The scope that an instance would be kept in is not open.
struct ScopeNotOpen: Error {
    let scope: Scope
}

/// The instance's end has to be awaited, and the end of the scope cannot be.
struct ScopeEndsSynchronously: Error {
    let scope: Scope
}

/// What was made cannot be held weakly.
struct NotAnObject: Error {
    let actual: Any.Type
}

/// A type that has a value for "nothing is bound".
private protocol Absence {
    static func absent(in injector: Injector, for request: Request) throws -> Any?
    static func asyncAbsent(in injector: Injector, for request: Request) async throws -> Any?
}

extension Optional: Absence {
    /// Resolves what the optional wraps; nil is an answer here, not a failure.
    fileprivate static func absent(in injector: Injector, for request: Request) throws -> Any? {
        let wrapped = Request(Key(Wrapped.self, request.key.qualifier), at: request.location)
        return .some(try injector.resolve(wrapped, as: Wrapped.self) as Any)
    }

    fileprivate static func asyncAbsent(in injector: Injector, for request: Request) async throws -> Any? {
        let wrapped = Request(Key(Wrapped.self, request.key.qualifier), at: request.location)
        return .some(try await injector.asyncResolve(wrapped, as: Wrapped.self) as Any)
    }
}

extension Array: Absence {
    /// What was contributed to the element's type; none is an answer too.
    fileprivate static func absent(in injector: Injector, for request: Request) throws -> Any? {
        guard request.key.qualifier == nil else {
            return nil
        }
        return try injector.contributions(to: Element.self, at: request.location)
    }

    fileprivate static func asyncAbsent(in injector: Injector, for request: Request) async throws -> Any? {
        guard request.key.qualifier == nil else {
            return nil
        }
        return try await injector.asyncContributions(to: Element.self, at: request.location)
    }
}

extension InjectionError {
    @inline(never)
    init(_ request: Request, notBoundIn injector: Injector) {
        self.init(
            reason: .notBound,
            path: (AsyncFrame.path + Makings.current.path).map(Step.init) + [Step(key: request.key, binding: nil)],
            location: request.location,
            nearMisses: NearMiss.nearest(to: request.key, among: injector.visibleBindings),
            key: request.key
        )
    }

    /// The error that a failed making ends with: that of a making below it, or one that explains its own.
    @inline(never)
    init(explaining error: any Error, _ request: Request, for binding: AnyBinding) {
        self =
            switch error {
            case let error as InjectionError: error
            case let error as NoInitializer: InjectionError(request, notBoundIn: error.injector)
            default: InjectionError(request, failed: binding, because: error)
            }
    }

    private init(_ request: Request, failed binding: AnyBinding, because error: any Error) {
        let (reason, rest) =
            switch error {
            case let cycle as Cycle: (Reason.cycle, cycle.path)
            case let failure as NonConformance:
                (Reason.doesNotConform(expected: request.key.interface, actual: failure.actual), [binding])
            case let failure as WrongIsolation:
                (Reason.wrongIsolation(expected: failure.expected), [binding])
            case let failure as ScopeNotOpen: (Reason.scopeNotOpen(failure.scope), [binding])
            case let failure as ScopeEndsSynchronously:
                (Reason.scopeEndsSynchronously(failure.scope), [binding])
            case is NeedsAwaiting: (Reason.needsAwaiting, [binding])
            case let failure as NotAnObject: (Reason.notAnObject(actual: failure.actual), [binding])
            default: (Reason.initializerThrew(error), [binding])
            }
        self.init(
            reason: reason,
            path: (AsyncFrame.path + Makings.current.path + rest).map(Step.init),
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
