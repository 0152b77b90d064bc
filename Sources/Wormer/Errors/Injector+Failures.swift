import CWormer

/// A failure that nobody can catch, as the handler of `Injector.onFailure(_:)` receives it.
///
/// It's that of a forced lookup, or of an `onEnd` whose errors nobody waits for.
///
/// ```swift
/// Injector.onFailure { failure in print("last words:", failure) }
/// ```
public struct UncaughtFailure: Sendable, CustomStringConvertible {
    /// The error, such as an `InjectionError`, or the one that an `onEnd` threw.
    public let error: any Error

    /// Whether the process ends next.
    public let endsProcess: Bool

    /// The message that is printed to the standard error stream, with the location of the failure.
    public let description: String

    /// The handler, if there is one.
    ///
    /// A bare function would be wrapped once more each time the lock is taken, because a generic type has another form of
    /// it. An array keeps it as it is.
    fileprivate static let handler = Guarded([@Sendable (UncaughtFailure) -> Void]())

    /// Calls the handler, if there is one.
    ///
    /// Before the process ends, the message is printed first, so that a handler that hangs doesn't hide it, and the
    /// handler is taken away, so that what fails in it isn't reported to it.
    func report() {
        let handler = endsProcess ? UncaughtFailure.handler.exchange([]) : UncaughtFailure.handler.withLock { $0 }
        if endsProcess, !handler.isEmpty {
            wormer_print_error(description)
        }
        handler.forEach { $0(self) }
    }
}

extension Injector {
    /// Calls a handler with each failure that nobody can catch.
    ///
    /// A forced lookup that fails prints a message and ends the process. A server's log doesn't show the message, and
    /// a crash report not always. So set a handler at startup that passes it on:
    ///
    /// ```swift
    /// Injector.onFailure { failure in
    ///     print(failure.endsProcess ? "critical:" : "error:", failure)
    /// }
    /// ```
    ///
    /// The handler is called on the thread of the failure, while no lock is held, and can look up instances, such as a
    /// logger. The message is printed before, and the process ends as soon as the handler returns. Of several failures
    /// that end the process, the handler sees the first one. It also sees the errors of an `onEnd` in an ending that
    /// nobody awaits; then the process goes on.
    ///
    /// A new handler replaces the previous one.
    ///
    /// - Parameter handler: The closure to call, or nil for none.
    public static func onFailure(_ handler: (@Sendable (UncaughtFailure) -> Void)?) {
        withExtendedLifetime(UncaughtFailure.handler.exchange(handler.map { [$0] } ?? [])) {}
    }
}
