import CWormer

/// A scope that is open for a task and its children, and the instances of the scope.
package final class OpenScope: InstanceCache, @unchecked Sendable {
    let scope: Scope

    /// Whether the scope ends synchronously, so that no teardown can be awaited.
    let endsSynchronously: Bool

    /// The location of the call that opened the scope.
    let location: CodeLocation

    /// The values that were provided for the scope; empty after the scope has ended.
    var values: [ProvidedValue] { withLock { keptValues } }
    @exclusivity(unchecked) private var keptValues: [ProvidedValue]

    /// Set before the scope is shared.
    @exclusivity(unchecked) private var hasValues: Bool

    /// The override in which the scope was opened.
    private let layer: Int?

    /// The scope around this one.
    private let outer: OpenScope?

    /// The innermost scope that is open for the current task.
    ///
    /// Each scope refers to the one around it.
    @TaskLocal package static var current: OpenScope?

    init(_ scope: Scope, with values: [ProvidedValue] = [], endsSynchronously: Bool, at location: CodeLocation) {
        scope.checkCanBeOpened(at: location)
        self.scope = scope
        keptValues = values
        hasValues = !values.isEmpty
        self.endsSynchronously = endsSynchronously
        self.location = location
        layer = Layer.active?.id
        outer = OpenScope.current
    }

    /// Whether other tasks in the scope also use the bindings of the current task.
    var sharesBindings: Bool { layer == Layer.active?.id }

    /// Adds a value that is provided for the scope.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - declaration: The binding that declares the value. Requests find the value as an instance of this binding. A
    ///     binding that decorates or overrides the declaration obtains the value through its own factory.
    func provide(_ value: ProvidedValue, for declaration: AnyBinding) {
        hasValues = true
        withLock { keptValues.append(value) }
        if declaration.isPlainValue {
            keep(value.slot, for: declaration)
        }
    }

    /// Ends the instances, but keeps the values for the teardowns.
    private func endInstances() -> Ending {
        end(keepingProvided: hasValues)
    }

    /// Runs `body` in the scope, and ends the scope.
    func run<Result>(
        isolation: isolated (any Actor)?,
        _ body: () async throws -> Result
    ) async throws -> Result {
        defer { close() }
        let result: Result
        do {
            result = try await OpenScope.$current.withValue(self, operation: body, isolation: isolation)
        } catch {
            report(await run(endInstances()))
            throw error
        }
        let ending = endInstances()
        if !ending.isEmpty {
            try EndingError.check(await run(ending))
        }
        return result
    }

    /// Runs `body` in the scope and ends the scope, without awaiting.
    func run<Result>(_ body: () throws -> Result) throws -> Result {
        defer { close() }
        let result: Result
        do {
            result = try OpenScope.$current.withValue(self, operation: body)
        } catch {
            report(runNow(endInstances()))
            throw error
        }
        try EndingError.check(runNow(endInstances()))
        return result
    }

    /// Ends instances inside the scope, so that teardowns can use its values.
    ///
    /// - Returns: The errors of the teardowns.
    nonisolated(nonsending)
        private func run(_ ending: Ending) async -> [EndingError.Failure]
    {
        await OpenScope.$current.withValue(self) { await ending.run() }
    }

    /// Ends instances inside the scope, without awaiting.
    private func runNow(_ ending: Ending) -> [EndingError.Failure] {
        ending.isEmpty ? [] : OpenScope.$current.withValue(self) { ending.runNow() }
    }

    /// Reports errors of teardowns that are not thrown.
    private func report(_ failures: [EndingError.Failure]) {
        EndingError.report(failures, "while the scope '\(scope.name)' ended, whose closure threw another error")
    }

    /// Releases the values.
    private func close() {
        guard hasValues else {
            return
        }
        _ = end()
        let released = withLock {
            defer { keptValues = [] }
            return keptValues
        }
        withExtendedLifetime(released) {}
    }

    /// Returns the innermost open scope with a name, without retaining it.
    ///
    /// The task retains it for the duration of a call.
    static func innermost(_ scope: borrowing Scope) -> Unmanaged<OpenScope>? {
        var next = taskLocalAddress(key)?.load(as: UnsafeRawPointer?.self)
        while let address = next {
            let candidate = Unmanaged<OpenScope>.fromOpaque(address)
            if candidate._withUnsafeGuaranteedRef({ $0.scope == scope }) {
                return candidate
            }
            next = candidate._withUnsafeGuaranteedRef { scope in
                scope.outer.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) }
            }
        }
        return nil
    }

    // The address of the task-local, which is constant.
    nonisolated(unsafe) private static let key = Unmanaged.passUnretained(OpenScope.$current).toOpaque()
}

extension Scope {
    /// Ends the process with a message if the scope is not always open.
    func checkCanBeEnded(at location: CodeLocation) {
        guard !isAlwaysOpen else {
            return
        }
        let report = Report("Cannot end the scope '\(name)': it ends when the closure of 'withScope' returns.")
        report.add("ended at", location)
        report.add("opened at", OpenScope.innermost(self)?.takeUnretainedValue().location)
        let code = "Scope.alwaysOpen(\(spelled(name)))"
        report.add(Advice("Return from the closure, or use a scope that is always open:", code))
        report.endProcess(at: location)
    }

    /// Ends the process with a message if the scope is always open.
    func checkCanBeOpened(at location: CodeLocation) {
        if isAlwaysOpen {
            let report = Report("Cannot open the scope '\(name)': it is always open.")
            report.add("opened at", location)
            let other = "Scope(\(spelled(name)))"
            report.add(Advice("Open \(other) instead, or leave this one open and end it with 'end(_:)'."))
            report.endProcess(at: location)
        }
    }
}
