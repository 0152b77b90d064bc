import CWormer

// The bindings of an isolated test, and the lookups and constructions that are reported to it.

extension Override {
    /// A binding that was made inside, if the override isolates a test: its identity, which a decorated form shares, whether
    /// it was looked up, and whether it was replaced or removed.
    package typealias OwnBinding = (key: Key, location: CodeLocation, identity: Int, isUsed: Bool, isReplaced: Bool)

    /// The bindings that were made inside, those that were replaced or removed only if they had been looked up.
    package var bindings: [OwnBinding] { registries.flatMap(\.ownBindings) }

    /// Returns advice for a lookup outside every override of what a running test has bound or assigned.
    static func adviceToCapture(_ key: Key) -> [String] {
        guard Watchers.areThere(Watchers.override), Context.override == nil else { return [] }
        let bindings = runningTests.lazy.flatMap(\.bindings)
        guard let own = bindings.first(where: { $0.key == key }) else { return [] }
        let verb = key.declaration == nil ? "binds at \(own.location)" : "assigns"
        return [
            "Detached tasks and threads don't see what an isolated test \(verb). Capture it in the test:", capturing,
        ]
    }

    /// The code that captures the bindings of a test.
    package static let capturing = "let here = Injector.capture()\nhere.run { <#lookups#> }"

    private static var runningTests: [Override] {
        ofTests.withLock { tests in tests.map { $0 } }.compactMap { $0.find() }
    }
}

// MARK: - Observing

extension Override {
    /// Reports a lookup that arrives after the override has ended.
    func note(_ lookup: Lookup) {
        if let onLateLookup, state.withLock({ $0.isOver }),
            Context.read({ $0.values.isOverrideEnding }) != true
        {
            // The overrides around this one need not report the same lookup.
            return onLateLookup(lookup)
        }
        outer?.note(lookup)
    }

    /// The test that observes what is constructed inside, if there is one.
    fileprivate var observer: Override? { onConstruction == nil ? outer?.observer : self }

    /// Whether a call runs a function that was assigned in this override or in one around it, and not by the program.
    fileprivate func hasAssigned(functionOf binding: Binding, in injector: Injector) -> Bool {
        guard let function = binding.key.call?.function, function.isAssigned else { return false }
        let own = injector.ownRegistry
        // An injector that was created inside has no other registry.
        let registry = own.overrides.contains(id) ? own : knownRegistry(of: own)
        return registry?.hasOwn(function.key.word) == true
            || outer?.hasAssigned(functionOf: binding, in: injector) == true
    }

    /// The number of overrides that isolate tests and observe what is constructed.
    static let observerCount = AtomicCounter()

    /// Returns the running tests that have replaced a service and observe what is constructed.
    fileprivate static func observers(of word: KeyWord, in injector: Injector) -> [Override] {
        guard !observerCount.isZero else { return [] }
        let own = injector.ownRegistry
        return runningTests.filter { test in
            test.onConstruction != nil && !test.state.withLock { $0.isOver }
                && test.knownRegistry(of: own)?.hasOwn(word) == true
        }
    }

    /// Whether a lookup of a service outside every override must be seen, because a running test has replaced it.
    static func observes(_ word: KeyWord, in injector: Injector) -> Bool {
        !observers(of: word, in: injector).isEmpty
    }
}

extension Binding {
    /// Reports an instance that is about to be constructed, unless it only combines other instances, or comes from a
    /// function that was assigned inside: inside an override to its test, and outside every override to the tests that
    /// have replaced the service.
    func reportConstruction(in injector: Injector, at location: CodeLocation, below frame: Frame?) {
        func report(to test: Override, isOutside: Bool) {
            guard runsOwnFunction, Context.read({ $0.values.isChanging }) != true else { return }
            let error = LookupError.failed(.unavailableInTests)
            test.onConstruction?(self, isOutside) {
                explained(error, in: injector, at: location, below: frame)
            }
        }
        guard Watchers.areThere(Watchers.override) else { return }
        if let override = Context.override {
            guard let test = override.observer, !override.hasAssigned(functionOf: self, in: injector) else { return }
            report(to: test, isOutside: false)
        } else if let declaration = key.declaration {
            Override.observers(of: declaration.word, in: injector).forEach { report(to: $0, isOutside: true) }
        }
    }
}

// MARK: - Judging

extension Context {
    /// Whether a test is running: in this task, or around the override of this task.
    package static var isInTest: Bool { wormer_record_failure(nil, nil, false, false) || isInIsolatedTest }

    /// Whether the override of this task is inside an isolated test, or is one.
    static var isInIsolatedTest: Bool { override?.isInTest == true }
}

extension Registry {
    /// Warns the running test that it binds or assigns for all tests, because it is not isolated.
    func warn(of binding: Binding) {
        if outermost == nil, overrides.isEmpty, Context.isInTest, self === Main.injector.ownRegistry {
            Report.shared(binding).record(at: binding.location, endsProcess: false, isWarning: true)
        }
    }

    /// Notes a binding of an isolated test that was looked up before it was replaced or removed.
    func noteReplaced(_ change: Change) {
        guard change.wasUsed, isOfTest, let binding = change.binding else { return }
        state.withLock { $0.replacedAfterUse.append((binding.key, binding.location, binding.identity, true, true)) }
    }

    /// Whether an isolated test has bound a type, or assigned a declared service.
    fileprivate func hasOwn(_ word: KeyWord) -> Bool {
        root.cell(word)?.withLock { $0.binding != nil && !$0.isInherited } ?? false
    }

    /// The bindings that were made in an isolated test.
    ///
    /// Stand-ins that must not be looked up are left out.
    fileprivate var ownBindings: [Override.OwnBinding] {
        let present = holders.compactMap { holder in
            holder.withLock { cell -> Override.OwnBinding? in
                guard let binding = cell.binding, !cell.isInherited, !binding.isUnimplemented else { return nil }
                return (binding.key, binding.location, binding.identity, cell.isUsed, false)
            }
        }
        return present + state.withLock { $0.replacedAfterUse }
    }

    /// Returns a copy of what a lookup finds here, without instances, for an isolated test.
    ///
    /// - Parameters:
    ///   - own: The injector's own registry.
    ///   - isInTest: Whether this registry belongs to a test, in which the lookups of the other one count as well.
    /// - Returns: The copy.
    func copied(for own: Registry, fromTest isInTest: Bool) -> Registry {
        let origin = isInTest ? self : nil
        let copy = Registry(base: self, outermost: own, takesInstances: false, isOfTest: true, origin: origin)
        copy.copyAll()
        return copy
    }
}
