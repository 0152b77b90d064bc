import CWormer

/// A scope that is open for a task and its children, with its instances.
package final class OpenScope: InstanceCache, @unchecked Sendable {
    let scope: Scope

    /// Whether nothing can be awaited when the scope ends.
    let endsSynchronously: Bool

    /// Where it was opened.
    let location: CodeLocation

    /// The values that it was opened with; none when the scope has ended.
    var values: [ProvidedValue] { withLock { keptValues } }
    @exclusivity(unchecked) private var keptValues: [ProvidedValue]

    /// Set before the scope is shared.
    @exclusivity(unchecked) private var hasValues: Bool

    /// The override in which it was opened.
    private let layer: Int?

    /// The scope that was open around this one.
    private let outer: OpenScope?

    /// The scopes that are open for the current task, the innermost first.
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

    /// Whether bindings of the current task are seen by others for whom the scope is open, too.
    var sharesBindings: Bool { layer == Layer.active?.id }

    /// Adds a value to those that the scope is opened with.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - declaration: The binding that declares it. Requests find the value as an instance of this binding; those of
    ///     another, which decorates it or overrides the declaration, ask its factory.
    func provide(_ value: ProvidedValue, for declaration: AnyBinding) {
        hasValues = true
        withLock { keptValues.append(value) }
        if declaration.isPlainValue {
            keep(value.slot, for: declaration)
        }
    }

    /// Ends the time of the instances, and keeps the values for what is to be done with them.
    private func endInstances() -> Ending {
        end(keepingProvided: hasValues)
    }

    /// Runs `body` in the scope and ends it.
    func run<Result>(
        isolation: isolated (any Actor)?,
        _ body: () async throws -> Result
    ) async throws -> Result {
        defer { close() }
        let result: Result
        do {
            result = try await OpenScope.$current.withValue(self, operation: body, isolation: isolation)
        } catch {
            throw EndingError.adding(await run(endInstances()), to: error)
        }
        let ending = endInstances()
        if !ending.isEmpty {
            try EndingError.check(await run(ending))
        }
        return result
    }

    /// As above, where nothing can be awaited.
    func run<Result>(_ body: () throws -> Result) throws -> Result {
        defer { close() }
        let result: Result
        do {
            result = try OpenScope.$current.withValue(self, operation: body)
        } catch {
            throw EndingError.adding(runNow(endInstances()), to: error)
        }
        try EndingError.check(runNow(endInstances()))
        return result
    }

    /// Ends instances in the scope, so that they may use its values.
    ///
    /// - Returns: What was thrown.
    nonisolated(nonsending)
        private func run(_ ending: Ending) async -> [any Error]
    {
        await OpenScope.$current.withValue(self) { await ending.run() }
    }

    /// As above, where nothing can be awaited.
    private func runNow(_ ending: Ending) -> [any Error] {
        ending.isEmpty ? [] : OpenScope.$current.withValue(self) { ending.runNow() }
    }

    /// Lets go of the values.
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

    /// The innermost open scope of a name, for the length of a call: the task retains it.
    static func innermost(_ scope: borrowing Scope) -> Unmanaged<OpenScope>? {
        var next = wormer_task_local_address(key)?.load(as: UnsafeRawPointer?.self)
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

    // The address of the task-local, which is a constant.
    nonisolated(unsafe) private static let key = Unmanaged.passUnretained(OpenScope.$current).toOpaque()
}

extension Scope {
    /// Ends the process if the scope ends by itself.
    func checkCanBeEnded(at location: CodeLocation) {
        guard !isAlwaysOpen else {
            return
        }
        var report = Report("Cannot end the scope '\(name)': it ends when the closure of 'withScope' returns.")
        report.add("ended at", location)
        report.add("opened at", OpenScope.innermost(self)?.takeUnretainedValue().location)
        let code = "Scope.alwaysOpen(\(spelled(name)))"
        report.add(Advice("Return from the closure, or use a scope that is always open:", code))
        report.endProcess(at: location)
    }

    /// Ends the process with a text if the scope is always open.
    func checkCanBeOpened(at location: CodeLocation) {
        if isAlwaysOpen {
            var report = Report("Cannot open the scope '\(name)': it is always open.")
            report.add("opened at", location)
            let other = "Scope(\(spelled(name)))"
            report.add(Advice("Open \(other) instead, or leave this one open and end it with 'end(_:)'."))
            report.endProcess(at: location)
        }
    }
}
