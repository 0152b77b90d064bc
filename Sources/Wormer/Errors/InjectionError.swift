/// Why an interface could not be injected, and what to do about it.
///
/// The text says it in the words of the module through which the request came. The forced lookups print it before they
/// end the process, below the place of the request.
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
    // Unchecked for the identifiers, which are only ever compared and printed.

    /// Why the request failed.
    public enum Reason: Sendable {
        /// Nothing is bound to the interface.
        case notBound
        /// The implementation that was made is not of the interface's type.
        case doesNotConform(expected: Any.Type, actual: Any.Type)
        /// Making the instance would need the instance itself.
        case cycle
        /// The initializer threw an error of its own.
        case initializerThrew(any Error)
        /// A decorator threw an error of its own.
        case decoratorThrew(any Error, at: CodeLocation)
        /// The initializer belongs to an actor, and the request cannot run it there: it did not come from the main
        /// actor or, where it is another one, it cannot wait.
        case wrongIsolation(expected: any Actor)
        /// The instance is made asynchronously, and the request could not wait for it.
        case needsAwaiting
        /// The binding belongs to a scope that is not open where the request came from.
        case scopeNotOpen(Scope)
        /// The value comes with a scope, and the open one was opened without it.
        case notProvided(Scope, opened: CodeLocation)
        /// The binding's `onEnd` has to be awaited, and its scope was opened where nothing can be.
        case scopeEndsSynchronously(Scope)
        /// The binding is weak, and what was made is not an object of a class.
        case notAnObject(actual: Any.Type)
        /// A `Provider` was called whose injector is gone.
        case injectorIsGone
        /// The binding is `unimplemented`, made so at a place, and has no placeholder.
        case unimplemented(at: CodeLocation)
    }

    /// One request on the way from the outermost one down to the one that failed.
    public struct Step: @unchecked Sendable {
        // Unchecked for the identifier, which is only ever compared and printed.
        let key: Key

        /// The interface that was requested.
        public var interface: Any.Type { key.interface }

        /// The identifier of the request.
        public var identifier: AnyHashable? { key.identifier }

        /// The file and line of the request, nil for the read of a declared service.
        public let request: CodeLocation?

        /// Where the interface was bound, nil if it was not.
        public let binding: CodeLocation?
    }

    /// The details; by reference, because each construction that an error passes through needs stack space for it.
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

    init(reason: Reason, path: [Step], location: CodeLocation, nearMisses: [NearMiss] = [], isOfMain: Bool) {
        details = Details(reason, path, location, nearMisses, isOfMain: isOfMain)
    }

    /// Why the request failed.
    public var reason: Reason { details.reason }

    /// The requests from the outermost one down to the one that failed.
    public var path: [Step] { details.path }

    /// The file and line of the request that failed; of the declaration, for the read of a declared service.
    public var location: CodeLocation { details.location }

    /// Up to three bindings that may have been meant, the likeliest first.
    public var nearMisses: [NearMiss] { details.nearMisses }

    /// Whether the request was to the main injector.
    var isOfMain: Bool { details.isOfMain }

    /// The request that failed, which is the last of the path.
    var key: Key { details.path[details.path.endIndex - 1].key }

    /// The interface that was requested.
    public var interface: Any.Type { key.interface }

    /// The identifier of the request.
    public var identifier: AnyHashable? { key.identifier }
}
