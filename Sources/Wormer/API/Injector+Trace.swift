import CWormer

/// A finished request, as passed to the handler of `Injector.trace(_:)`.
///
/// ```swift
/// Injector.trace { event in
///     if event.outcome == .failed {
///         print(event)
///     }
/// }
/// ```
public struct TraceEvent: @unchecked Sendable {
    // Unchecked because of the identifier, which is only compared and printed.

    /// The outcome of a request.
    ///
    /// A minor version may add cases. Write a `default` in a `switch`.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive
    #endif
    public enum Outcome: Sendable {
        /// An instance was created.
        case created
        /// A shared instance already existed.
        case cached
        /// Nothing was bound.
        case notBound
        /// No instance could be created.
        case failed
    }

    let key: Key

    /// The requested interface, or `Any` for a request by name.
    public var interface: Any.Type { key.interface }

    /// The identifier of the request, or nil if there is none or the request was by name.
    public var identifier: AnyHashable? { key.identifier }

    /// The file and line of the request.
    public let location: CodeLocation

    /// The number of factories that were running when the request was made: 0 for an outermost request.
    public let depth: Int

    /// The outcome of the request.
    public let outcome: Outcome

    /// The error, if the outcome is `failed`; nil if an asynchronous request will repeat the construction.
    public let error: (any Error)?

    /// The duration of the request in nanoseconds, including the requests for its dependencies.
    public let durationInNanoseconds: UInt64
}

extension TraceEvent: CustomStringConvertible {
    /// The event in one line, indented by its depth.
    public var description: String {
        let indentation = String(repeating: "  ", count: depth)
        let reason = error.map { " - " + "\($0)".prefix { $0 != "\n" } } ?? ""
        return "\(indentation)\(key) \(outcome) in \(durationInNanoseconds) ns at \(location)\(reason)"
    }
}

extension Injector {
    /// Calls a handler after every request to any injector.
    ///
    /// Use it to see which requests a program makes, and how long they take:
    ///
    /// ```swift
    /// Injector.trace { event in print(event) }
    /// ```
    ///
    /// The requests for dependencies are reported before the request that caused them. A new handler replaces the
    /// previous one. Call `trace(nil)` to stop. Tracing costs nothing while it is off.
    ///
    /// The handler can make requests, for example for a logger. They are not reported, and neither are those of tasks
    /// that it starts. While an instance is being created, the handler's request for the same instance fails.
    ///
    /// - Parameter handler: The closure to call on the thread of the request, while no lock is held; nil to stop
    ///   tracing.
    public static func trace(_ handler: (@Sendable (TraceEvent) -> Void)?) {
        Tracing.handler = handler
    }
}

/// The trace handler of the process.
enum Tracing {
    private static let lock = Lock()

    // Guarded by `lock`.
    nonisolated(unsafe) private static var current: (@Sendable (TraceEvent) -> Void)?

    /// The handler; nil while it runs.
    static var handler: (@Sendable (TraceEvent) -> Void)? {
        get {
            depthOfCall == nil ? lock.withLock { current } : nil
        }
        set {
            let replaced = lock.withLock {
                if newValue != nil, current == nil { Watchers.begin(Watchers.trace) }
                if newValue == nil, current != nil { Watchers.end(Watchers.trace) }
                defer { current = newValue }
                return current
            }
            withExtendedLifetime(replaced) {}
        }
    }

    /// The number of constructions under way when the handler was called, whose code is running.
    @TaskLocal private static var depthOfCall: Int?

    /// The number of constructions under way.
    static var depth: Int {
        TaskFrame.path.count + ResolutionStack.current.count
    }

    /// Whether a request is made by the handler itself, and not by a factory.
    ///
    /// The factory during which the handler is called does not need what the handler requests.
    static var isRequesting: Bool {
        Watchers.areThere(Watchers.trace) && depthOfCall.map { $0 == depth } ?? false
    }

    /// Calls a handler, whose requests are not traced.
    static func call(_ handler: (TraceEvent) -> Void, with event: TraceEvent) {
        $depthOfCall.withValue(event.depth) { handler(event) }
    }
}

/// A request that is being traced.
final class Trace: Sendable {
    private let request: Request
    private let handler: @Sendable (TraceEvent) -> Void
    private let begun = wormer_now()

    init(of request: Request, to handler: @escaping @Sendable (TraceEvent) -> Void) {
        self.request = request
        self.handler = handler
    }

    /// Passes the answered request to the handler.
    func end(_ outcome: TraceEvent.Outcome, _ error: (any Error)? = nil) {
        let event = TraceEvent(
            key: request.key,
            location: request.location,
            depth: Tracing.depth,
            outcome: outcome,
            error: error,
            durationInNanoseconds: wormer_now() - begun
        )
        Tracing.call(handler, with: event)
    }
}
