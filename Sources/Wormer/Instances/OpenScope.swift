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

    /// The scope around this one, without those that had ended when this one was opened or ended.
    ///
    /// A job may start a task for the next job inside its own scope. Each scope would otherwise keep all earlier ones.
    private var outer: OpenScope? { withLock { keptOuter } }
    @exclusivity(unchecked) private var keptOuter: OpenScope?

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
        keptOuter = OpenScope.current?.visible(inside: scope)
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
            keep(value.instance, for: declaration)
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

    /// Releases the values and the scopes around this one that have ended.
    private func close() {
        if hasValues {
            _ = end()
        }
        guard hasValues || outer?.isOpen == false else {
            return
        }
        let open = outer?.visible(inside: scope)
        let released = withLock { () -> ([ProvidedValue], OpenScope?) in
            defer { (keptValues, keptOuter) = ([], open) }
            return (keptValues, keptOuter)
        }
        withExtendedLifetime(released) {}
    }

    /// Returns this scope, or the innermost one around it that a request inside another scope can find.
    ///
    /// A request finds a scope that has ended only if it hides an open one with the same name.
    private func visible(inside other: Scope) -> OpenScope? {
        sequence(first: self, next: \.outer).first { $0.isOpen || $0.scope != other && $0.hidesOpenScope }
    }

    private var hidesOpenScope: Bool {
        sequence(first: self, next: \.outer).contains { $0.isOpen && $0.scope == scope }
    }

    /// Returns the innermost scope with a name that the current task opened or inherited, even if it has ended.
    static func innermost(_ scope: borrowing Scope) -> OpenScope? {
        // The task retains the value of the task-local for the duration of this call.
        guard let address = taskLocalAddress(key)?.load(as: UnsafeRawPointer?.self) else {
            return nil
        }
        var next: OpenScope? = Unmanaged<OpenScope>.fromOpaque(address).takeUnretainedValue()
        while let candidate = next, candidate.scope != scope {
            next = candidate.outer
        }
        return next
    }

    // The address of the task-local, which is constant.
    nonisolated(unsafe) private static let key = Unmanaged.passUnretained(OpenScope.$current).toOpaque()
}

extension Scope {
    /// Ends the process with a message if the scope is not always open.
    func checkCanBeEnded(at location: CodeLocation) {
        if !isAlwaysOpen {
            endProcess(with: Misuse.endedEarly(self), at: location)
        }
    }

    /// Ends the process with a message if the scope is always open.
    func checkCanBeOpened(at location: CodeLocation) {
        if isAlwaysOpen {
            endProcess(with: Misuse.alwaysOpen(self), at: location)
        }
    }
}
