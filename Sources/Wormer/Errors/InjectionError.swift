/// The error to catch where a lookup may fail, which explains why it failed, and how to fix it.
///
/// Its description uses the words of the module that you called, such as "container" for Fusion. It searches for similar
/// bindings when you first read it; until then, the error keeps the bindings of the injector, but none of its instances.
/// A method that can't throw, such as `instance(for:)`, prints the location of the lookup and the description, and then
/// ends the process.
///
/// ```swift
/// do {
///     let gateway = try Injector.default.throwingInstance(for: NotificationGateway.self)
///     gateway.start()
/// } catch {
///     print(error)
/// }
/// ```
public final class InjectionError: Error, @unchecked Sendable {
    // Unchecked because of the identifiers, which are only compared and printed. A class, because each construction that an
    // error passes through reserves stack space for the error.

    /// A reason why a lookup fails, for code that handles some failures in its own way.
    ///
    /// A minor version may add cases. Write a `default` in a `switch`.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public indirect enum Reason: Sendable {
        /// Nothing is bound to the interface.
        case notBound
        /// The created implementation doesn't conform to the interface.
        case doesNotConform(expected: Any.Type, actual: Any.Type)
        /// Creating the instance requires the instance itself.
        case cycle
        /// The factory threw its own error.
        case factoryThrew(any Error)
        /// A decorator threw its own error.
        case decoratorThrew(any Error, at: CodeLocation)
        /// The factory is isolated to an actor, and the lookup can't run it there.
        ///
        /// The lookup came from outside the main actor, or it can't wait for another actor.
        case wrongIsolation(expected: any Actor)
        /// The instance is created asynchronously, and the lookup can't wait for it.
        case needsAwaiting
        /// The binding belongs to a scope that isn't open at the location of the lookup.
        ///
        /// If the scope has ended, the locations say where it was opened and ended. If only the first one is there, the
        /// scope was begun in a child of the injector in which the binding is registered, which doesn't see it.
        case scopeNotOpen(Scope, openedAt: CodeLocation? = nil, endedAt: CodeLocation? = nil)
        /// An instance that lives longer would keep the instance, whose lifetime this is.
        case captiveDependency(Lifetime)
        /// The value must be provided when its scope is opened, but the scope was opened without it.
        case notProvided(Scope, openedAt: CodeLocation)
        /// The binding's `onEnd` is asynchronous, but its scope was opened synchronously.
        case scopeEndsSynchronously(Scope)
        /// The lifetime is weak, but the created instance isn't an instance of a class.
        case notAnObject(actual: Any.Type)
        /// A `Provider` was called after its injector was released.
        case injectorReleased
        /// The call at the location left the binding or the service `unimplemented`, without a placeholder.
        case unimplemented(at: CodeLocation)
        /// The binding or the service is `unavailableInTests`, and a test is running.
        case unavailableInTests
    }

    /// One lookup on the path from the outermost to the failed one, for code that reports errors in a form of its own.
    public final class Step: @unchecked Sendable {
        // Unchecked because of the identifier, which is only compared and printed.
        let key: Key

        /// The file and line of the lookup, or nil for a read of a declared service by its name, which has no line.
        public let lookupLocation: CodeLocation?

        /// The file and line of the binding, or of the declaration of a service; nil if nothing is bound.
        public let bindingLocation: CodeLocation?

        /// How the instance is created; nil if nothing is bound.
        let wiring: Binding.Wiring?

        @inline(never)
        init(key: Key, lookupLocation: CodeLocation?, bindingLocation: CodeLocation?, _ binding: Binding? = nil) {
            (self.key, self.lookupLocation, self.bindingLocation) = (key, lookupLocation, bindingLocation)
            wiring = binding?.wiring
        }

        /// The interface that was looked up, or `Any` for a lookup by name.
        public var interface: Any.Type { key.interface }

        /// The identifier of the lookup, or nil if there is none or the lookup was by name.
        public var identifier: AnyHashable? { key.identifier }
    }

    /// Why the lookup failed.
    public let reason: Reason

    /// The lookups, from the outermost to the failed one.
    public let path: [Step]

    /// The file and line of the failed lookup, or of the declaration for a read of a declared service by its name.
    public let location: CodeLocation

    /// The part of the message about the injector and other bindings.
    let hints: Hints

    /// Up to three bindings that may have been intended, the likeliest first.
    ///
    /// They are searched for at the first read, among the bindings of that moment, and stay the same from then on.
    var nearMisses: [NearMiss] { hints.found.nearMisses }

    /// The types of the values with which the scope that the lookup lacks is opened.
    var values: [Any.Type] { hints.found.values }

    @inline(never)
    init(_ reason: Reason, _ path: [Step], at location: CodeLocation, _ hints: Hints) {
        (self.reason, self.path, self.location, self.hints) = (reason, path, location, hints)
    }

    /// The key of the failed lookup, which is the last one on the path.
    @inline(never)
    package var key: Key { path[path.endIndex - 1].key }

    /// The interface that was looked up, or `Any` for a lookup by name.
    public var interface: Any.Type { key.interface }

    /// The identifier of the lookup, or nil if there is none or the lookup was by name.
    public var identifier: AnyHashable? { key.identifier }
}

extension Binding {
    /// How an instance is created: what advice about a parameter needs to know.
    package typealias Wiring = (
        /// The function of `Factory` that takes the parameters.
        factory: String, parameters: [Key], implementation: Any.Type?,
        decorators: [(location: CodeLocation, parameters: [Key])], isContribution: Bool, isKept: Bool
    )

    package var wiring: Wiring {
        let factory = isAsynchronous ? "async" : traits?.isolation is MainActor ? "onMainActor" : "using"
        return (
            factory, traits?.dependencies.map(\.key) ?? [], knownImplementation,
            decorations.map { ($0.location, $0.dependencies.map(\.key)) }, contribution != nil, isHolder
        )
    }
}

// MARK: - The creation of errors

extension InjectionError {
    /// Creates an error with the hints that its reason needs.
    convenience init(_ reason: Reason, _ path: [Step], at location: CodeLocation, in injector: Injector?) {
        let subject: Hints.Subject? =
            switch reason {
            case .notBound: .nearMisses(Lookup(path[path.count - 1].key, at: location))
            case .scopeNotOpen(let scope, _, nil), .notProvided(let scope, _), .scopeEndsSynchronously(let scope):
                .values(of: scope)
            default: nil
            }
        self.init(reason, path, at: location, Hints(subject, in: injector))
    }

    /// Creates the error of a lookup, after the constructions around it.
    @inline(never)
    convenience init(
        _ reason: Reason,
        answering lookup: Lookup,
        boundAt location: CodeLocation? = nil,
        in injector: Injector?,
        below frame: Frame? = nil
    ) {
        let declaration = lookup.key.declaration?.location
        let place = lookup.key.placeOfLookup(lookup.location)
        let step = Step(key: lookup.key, lookupLocation: place, bindingLocation: location ?? declaration)
        self.init(reason, InjectionError.path(below: frame) + [step], at: lookup.location, in: injector)
    }

    /// Returns the error of a lookup that waited for the construction with this error, with the path of that lookup.
    fileprivate func awaited(_ binding: Binding, at location: CodeLocation, below frame: Frame?) -> InjectionError {
        guard let index = path.firstIndex(where: { $0.isOf(binding) }) else { return self }
        let rest = path[(index + 1)...]
        var steps = InjectionError.path(below: frame) + [Step(binding, lookedUpAt: location)] + rest
        if case .cycle = reason {
            // The lookup may have entered the cycle at another binding. Its path ends where the cycle is complete.
            let end = steps.indices.first { index in steps[..<index].contains { $0.isSame(as: steps[index]) } }
            steps = end.map { Array(steps[...$0]) } ?? steps
        }
        let place = rest.isEmpty ? location : self.location
        return InjectionError(reason, steps, at: place, hints)
    }

    /// Returns whether a construction failed because of a cycle that leads to a construction around it.
    ///
    /// A lookup that is not inside that construction is in no cycle.
    ///
    /// - Parameters:
    ///   - binding: The binding of the construction.
    ///   - frame: The frame around the lookup.
    /// - Returns: `true` if the lookup can look again.
    fileprivate func isOfCycle(around binding: Binding, butNotAround frame: Frame?) -> Bool {
        // The cycle begins with the binding that the last step leads to again.
        guard case .cycle = reason, let start = path.firstIndex(where: { $0.isSame(as: path[path.count - 1]) }),
            let index = path.firstIndex(where: { $0.isOf(binding) }), start < index
        else {
            return false
        }
        return !InjectionError.path(below: frame).contains { $0.isSame(as: path[start]) }
    }

    /// Returns the error of a lookup from any error.
    ///
    /// An error that is not an `InjectionError` was thrown by a factory.
    @usableFromInline
    @inline(never)
    package static func of(_ error: any Error, answering lookup: Lookup) -> InjectionError {
        if let error = error as? InjectionError {
            return error
        }
        let step = Step(key: lookup.key, lookupLocation: lookup.location, bindingLocation: nil)
        return InjectionError(.factoryThrew(error), [step], at: lookup.location, in: .default)
    }

    /// Returns the constructions around a lookup.
    static func path(below frame: Frame?) -> [Step] {
        EnclosingConstructions.path(below: frame).map { Step($0.binding, lookedUpAt: $0.location) }
    }
}

/// Returns the error of an asynchronous lookup from any error: a `CancellationError`, or else an `InjectionError`.
@inline(never)
@usableFromInline
func asyncFailure(_ error: any Error, _ key: Key, at location: CodeLocation) -> any Error {
    error is CancellationError ? error : InjectionError.of(error, answering: Lookup(key, at: location))
}

extension InjectionError.Step {
    /// Returns whether two steps are of the same binding: a parent may have another binding of the same key.
    fileprivate func isSame(as other: InjectionError.Step) -> Bool {
        key == other.key && bindingLocation == other.bindingLocation
    }

    fileprivate func isOf(_ binding: Binding) -> Bool {
        key == binding.key && bindingLocation == binding.location
    }

    fileprivate convenience init(_ binding: Binding, lookedUpAt location: CodeLocation?) {
        let place = binding.key.placeOfLookup(location)
        self.init(key: binding.key, lookupLocation: place, bindingLocation: binding.location, binding)
    }
}

extension Key {
    /// Returns the location of a lookup, or nil if it is that of the declaration, because the line of the read is not
    /// known.
    func placeOfLookup(_ location: CodeLocation?) -> CodeLocation? {
        location == declaration?.location ? nil : location
    }
}

extension Binding {
    /// Returns the error of a lookup for an error with which a construction of this binding ended.
    ///
    /// That is the error of an inner construction if that failed, and otherwise a new one.
    ///
    /// - Parameters:
    ///   - error: The error of the construction.
    ///   - injector: The injector of the construction.
    ///   - location: The location of the lookup.
    ///   - frame: The frame around an asynchronous lookup.
    /// - Returns: An `InjectionError`.
    @inline(never)
    func explained(
        _ error: any Error,
        in injector: Injector,
        at location: CodeLocation,
        below frame: Frame?
    ) -> InjectionError {
        var reason = InjectionError.Reason.factoryThrew(error)
        var rest = [PathStep(binding: self, location: nil)]
        switch error {
        case let error as InjectionError: return error
        case LookupError.failed(let failed): reason = failed
        case LookupError.cycle(let path): (reason, rest) = (.cycle, path)
        default: break
        }
        // The first binding is the one that is looked up.
        let steps = rest.enumerated().map { index, step in
            InjectionError.Step(step.binding, lookedUpAt: index == 0 ? location : step.location)
        }
        return InjectionError(reason, InjectionError.path(below: frame) + steps, at: location, in: injector)
    }

    /// Checks the error of a construction that another lookup began, so that the locations in it belong to that lookup.
    ///
    /// A lookup looks again after a construction that failed because of a cycle through constructions that are around it,
    /// but not around the lookup.
    ///
    /// - Throws: The error of the lookup that waited.
    @inline(never)
    func checkAwaited(
        _ error: any Error,
        in injector: Injector,
        at location: CodeLocation,
        below frame: Frame?
    ) throws {
        guard let known = error as? InjectionError else {
            throw explained(error, in: injector, at: location, below: frame)
        }
        if !known.isOfCycle(around: self, butNotAround: frame) {
            throw known.awaited(self, at: location, below: frame)
        }
    }
}

extension Injector {
    /// Returns the error of a lookup for which nothing is bound.
    @inline(never)
    func notBound(_ lookup: Lookup, below frame: Frame?) -> InjectionError {
        InjectionError(.notBound, answering: lookup, in: self, below: frame)
    }

    /// The bindings that a lookup in this injector can find, starting with the injector's own bindings.
    package var visibleBindings: [Binding] { lineage.flatMap(\.registry.visibleBindings) }
}
