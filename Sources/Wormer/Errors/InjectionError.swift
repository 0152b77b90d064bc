/// An error that explains why a lookup failed, and how to fix it.
///
/// Its description uses the words of the module that you called, such as "container" for Fusion. A method that can't
/// throw, such as `instance(for:)`, prints the location of the lookup and this description, and then ends the process.
///
/// ```swift
/// do {
///     let gateway = try Injector.default.throwingInstance(for: NotificationGateway.self)
///     gateway.start()
/// } catch {
///     print(error)
/// }
/// ```
public struct InjectionError: Error, @unchecked Sendable {
    // Unchecked because of the identifiers, which are only compared and printed.

    /// A reason why a lookup fails.
    ///
    /// A minor version may add cases. Write a `default` in a `switch`.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Reason: Sendable {
        /// Nothing is bound to the interface.
        case notBound
        /// The created implementation doesn't conform to the interface.
        case doesNotConform(expected: Any.Type, actual: Any.Type)
        /// Creating the instance requires the instance itself.
        case cycle
        /// The factory threw its own error.
        case initializerThrew(any Error)
        /// A decorator threw its own error.
        case decoratorThrew(any Error, at: CodeLocation)
        /// The factory is isolated to an actor, and the lookup can't run it there.
        ///
        /// The lookup came from outside the main actor, or it can't wait for another actor.
        case wrongIsolation(expected: any Actor)
        /// The instance is created asynchronously, and the lookup can't wait for it.
        case needsAwaiting
        /// The binding belongs to a scope that isn't open at the location of the lookup.
        case scopeNotOpen(Scope)
        /// The scope of the binding has ended.
        case scopeEnded(Scope, openedAt: CodeLocation, endedAt: CodeLocation)
        /// The scope was begun in a child of the injector in which the binding is registered, which doesn't see it.
        case scopeBegunInChild(Scope, begunAt: CodeLocation)
        /// An instance that lives longer than the scope of the binding would keep the instance.
        case captiveDependency(Scope)
        /// The value must be provided when its scope is opened, but the scope was opened without it.
        case notProvided(Scope, openedAt: CodeLocation)
        /// The binding's `onEnd` is asynchronous, but its scope was opened synchronously.
        case scopeEndsSynchronously(Scope)
        /// The lifetime is weak, but the created instance isn't an instance of a class.
        case notAnObject(actual: Any.Type)
        /// A `Provider` was called after its injector was released.
        case injectorReleased
        /// The binding is an `unimplemented` stand-in without a placeholder, which was created at the given location.
        case unimplemented(at: CodeLocation)
        /// The binding or the service is `unavailableInTests`, and a test is running.
        case unavailableInTests
    }

    /// One lookup on the path from the outermost to the failed one.
    public struct Step: @unchecked Sendable {
        // Unchecked because of the identifier, which is only compared and printed.
        let key: Key

        /// The interface that was looked up, or `Any` for a lookup by name.
        public var interface: Any.Type { key.interface }

        /// The identifier of the lookup, or nil if there is none or the lookup was by name.
        public var identifier: AnyHashable? { key.identifier }

        /// The file and line of the lookup, or nil for a read of a declared service.
        public let requestLocation: CodeLocation?

        /// The file and line of the binding, or of the declaration of a service; nil if nothing is bound.
        public let bindingLocation: CodeLocation?
    }

    /// The details.
    ///
    /// They are stored by reference, because each construction that an error passes through reserves stack space for
    /// the error.
    private final class Details: Sendable {
        let reason: Reason
        let path: [Step]
        let location: CodeLocation
        let nearMisses: [NearMiss]
        let isOfMain: Bool

        init(_ reason: Reason, _ path: [Step], _ location: CodeLocation, _ nearMisses: [NearMiss], isOfMain: Bool) {
            self.reason = reason
            self.path = path
            self.location = location
            self.nearMisses = nearMisses
            self.isOfMain = isOfMain
        }
    }

    private let details: Details

    @inline(never)
    init(reason: Reason, path: [Step], location: CodeLocation, nearMisses: [NearMiss] = [], isOfMain: Bool) {
        details = Details(reason, path, location, nearMisses, isOfMain: isOfMain)
    }

    /// Why the lookup failed.
    public var reason: Reason { details.reason }

    /// The lookups, from the outermost to the failed one.
    public var path: [Step] { details.path }

    /// The file and line of the failed lookup, or of the declaration for a read of a declared service.
    public var location: CodeLocation { details.location }

    /// Up to three bindings that may have been intended, the likeliest first.
    public var nearMisses: [NearMiss] { details.nearMisses }

    /// Whether the request was made to the main injector.
    var isOfMain: Bool { details.isOfMain }

    /// The key of the failed request, which is the last one on the path.
    @inline(never)
    var key: Key { details.path[details.path.endIndex - 1].key }

    /// The interface that was looked up, or `Any` for a lookup by name.
    public var interface: Any.Type { key.interface }

    /// The identifier of the lookup, or nil if there is none or the lookup was by name.
    public var identifier: AnyHashable? { key.identifier }
}
