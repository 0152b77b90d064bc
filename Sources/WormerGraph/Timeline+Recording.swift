import Wormer

extension Timeline {
    private static let begun = Guarded<[Recording]>([])

    /// Begins a timeline that isn't the duration of one function, until you call `end()`.
    ///
    /// ```swift
    /// Timeline.begin()
    /// // ... and when the first screen appears:
    /// print(Timeline.end())
    /// ```
    ///
    /// Inside another timeline, both get what happens until this one ends.
    public static func begin() {
        let recording = Recording()
        begun.withLock { $0.append(recording) }
    }

    /// Ends the timeline that was begun last.
    ///
    /// - Returns: The timeline. It's empty if none was begun, and its description says so.
    public static func end() -> Timeline {
        begun.withLock { $0.popLast() }?.end() ?? Timeline([], from: 0, to: 0, omitting: 0)
    }
}

extension Injector {
    /// Calls a function, and returns the constructions meanwhile, of all injectors.
    ///
    /// ```swift
    /// let timeline = Injector.default.timeline { Injector.default.instance(for: Logger.self) }
    /// print(timeline)
    /// ```
    ///
    /// It runs beside the handler of `Injector.trace(_:)`, and inside another timeline, which gets the same.
    ///
    /// - Parameter body: The function, whose result is dropped.
    /// - Returns: The timeline.
    /// - Throws: The error of `body`. To get the timeline of a start that fails, catch the error in `body`.
    @_disfavoredOverload
    public func timeline<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Timeline {
        let recording = Recording()
        defer { recording.stop() }
        _ = try body()
        return recording.end()
    }

    /// Calls an asynchronous function, and returns the constructions meanwhile, of all injectors.
    ///
    /// - Parameters:
    ///   - isolation: The actor on which `body` runs. The default is the caller's.
    ///   - body: The function, whose result is dropped.
    /// - Returns: The timeline.
    /// - Throws: The error of `body`. To get the timeline of a start that fails, catch the error in `body`.
    public func timeline<Result, Failure: Error>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Timeline {
        let recording = Recording()
        defer { recording.stop() }
        _ = try await body()
        return recording.end()
    }
}
