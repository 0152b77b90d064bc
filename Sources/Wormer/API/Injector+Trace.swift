import CWormer

/// A request that was answered, as `Injector.trace` shows it.
public struct TraceEvent: @unchecked Sendable {
    // Unchecked for the identifier, which is only ever compared and printed.

    /// How a request was answered.
    public enum Outcome: String, Sendable {
        /// An instance was made.
        case made
        /// A shared instance was there already.
        case cached
        /// Nothing was bound.
        case missing
        /// What is bound could not be made.
        case failed
    }

    let key: Key

    /// What was asked for.
    public var interface: Any.Type { key.interface }

    /// The identifier it was asked for with.
    public var identifier: AnyHashable? { key.identifier }

    /// The file and line that asked.
    public let location: CodeLocation

    /// How many instances were being made around this request.
    public let depth: Int

    /// How the request was answered.
    public let outcome: Outcome

    /// Why the instance could not be made, where the outcome is `failed`.
    public let error: (any Error)?

    /// How long it took, what it asked for itself included.
    public let nanoseconds: UInt64
}

extension TraceEvent: CustomStringConvertible {
    /// The request in one line, indented by its depth.
    public var description: String {
        let indentation = String(repeating: "  ", count: depth)
        let reason = error.map { " - " + "\($0)".prefix { $0 != "\n" } } ?? ""
        return "\(indentation)\(key) \(outcome.rawValue) in \(nanoseconds) ns at \(location)\(reason)"
    }
}

extension Injector {
    /// Shows every request to any injector as it is answered, until `trace(nil)`.
    ///
    /// ```swift
    /// Injector.trace { event in print(event) }
    /// ```
    ///
    /// An instance that needs others is shown after them. While nothing is traced, nothing is spent on it.
    ///
    /// - Parameter handler: Called on the thread of the request, outside every lock; nil ends the trace.
    public static func trace(_ handler: (@Sendable (TraceEvent) -> Void)?) {
        Tracing.handler = handler
    }
}

/// The handler of the process.
enum Tracing {
    private static let lock = Lock()

    // Guarded by `lock`.
    nonisolated(unsafe) private static var current: (@Sendable (TraceEvent) -> Void)?

    static var handler: (@Sendable (TraceEvent) -> Void)? {
        get {
            lock.withLock { current }
        }
        set {
            let replaced = lock.withLock {
                if newValue != nil, current == nil { Watchers.begin(.trace) }
                if newValue == nil, current != nil { Watchers.end(.trace) }
                defer { current = newValue }
                return current
            }
            withExtendedLifetime(replaced) {}
        }
    }

    static var isOn: Bool {
        handler != nil
    }
}

/// A request that is traced.
final class Trace: Sendable {
    private let request: Request
    private let handler: @Sendable (TraceEvent) -> Void
    private let begun = wormer_now()

    init(of request: Request, to handler: @escaping @Sendable (TraceEvent) -> Void) {
        self.request = request
        self.handler = handler
    }

    /// Shows the request to the handler, when it is answered.
    func end(_ outcome: TraceEvent.Outcome, _ error: (any Error)? = nil) {
        handler(
            TraceEvent(
                key: request.key,
                location: request.location,
                depth: TaskFrame.path.count + ResolutionStack.current.count,
                outcome: outcome,
                error: error,
                nanoseconds: wormer_now() - begun
            )
        )
    }
}
