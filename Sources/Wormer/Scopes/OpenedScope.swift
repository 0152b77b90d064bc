/// One period in which a scope is open, with its instances.
///
/// It makes no difference here whether `withScope`, `open` or `begin` opened the scope: they only differ in how lookups
/// find it.
package final class OpenedScope: @unchecked Sendable {
    // Unchecked because the lock guards the state.

    struct State {
        var slots: Slots

        /// The location of the call that ends the scope, or nil if it has not ended.
        ///
        /// The scopes inside end first, while lookups still find the instances.
        fileprivate(set) var end: CodeLocation?

        /// Whether nothing more is kept.
        fileprivate(set) var isOver = false

        /// The ends of instances that have left their slots.
        var ends: [Teardown] = []

        /// The values that were provided for the scope, which lookups find until all instances have ended.
        fileprivate(set) var values: [AnyInstance]

        /// The scopes that were visible where this one was opened, in the order in which a lookup finds them.
        var visible: [OpenedScope]

        /// The scopes that were declared to be inside this one, until they have ended.
        var inner: [OpenedScope] = []

        /// The registry of the injector in which the scope was opened, or of its parent once the injector was released.
        weak var registry: Registry?

        /// Whether the scope is among those of the registry that are ending.
        var isListed = false
    }

    let state: Guarded<State>

    let scope: Scope

    /// Whether the scope belongs to an injector, and not to a task or a handle.
    let isBegun: Bool

    /// The position among the scopes that have begun in the process; that of a task or a handle comes last.
    let number: Int

    /// Whether the scope ends synchronously, so that no end can be awaited.
    let endsSynchronously: Bool

    /// The location of the call that opened the scope.
    let location: CodeLocation

    /// The open scope that this one was declared to be inside, if there is one.
    let enclosing: OpenedScope?

    /// Opens a scope.
    ///
    /// - Parameters:
    ///   - scope: The scope.
    ///   - values: The values of the scope.
    ///   - endsSynchronously: Whether no end can be awaited.
    ///   - isBegun: Whether the scope belongs to the injector, and not to the current task.
    ///   - injector: The injector.
    ///   - location: The location of the call.
    /// - Throws: `ScopeError` if the scope is inside another one that is not open.
    @inline(never)
    init(
        _ scope: Scope,
        with values: [AnyInstance] = [],
        endsSynchronously: Bool = false,
        isBegun: Bool = false,
        for injector: Injector,
        at location: CodeLocation
    ) throws {
        scope.checkCanBeOpened(at: location)
        AtomicCounter.openedScopes.mark()
        if !isBegun {
            scope.noteOpening()
        }
        // Once, because another thread may replace the main injector.
        let injector = injector.resolved
        self.scope = scope
        self.isBegun = isBegun
        number = isBegun ? AtomicCounter.begunScopes.increment() : .max
        self.endsSynchronously = endsSynchronously
        self.location = location
        let (around, begun) = (isBegun ? [] : OpenedScope.ofTask, injector.begunScopes)
        let all = begun.isEmpty ? around : around + begun
        let visible = all.isEmpty ? [] : OpenedScope.visible(all, inside: scope)
        enclosing = scope.outer.flatMap { OpenedScope.find($0, among: all) }
        let slots = Slots(of: Override.number)
        state = Guarded(State(slots: slots, values: values, visible: visible, registry: injector.registry))
        if let name = scope.outer {
            guard let enclosing, enclosing.add(self) else {
                let reason = ScopeError.Reason.outerScopeNotOpen(name)
                throw ScopeError(reason, scope, in: injector, about: .values(of: name), at: location)
            }
        }
    }

    deinit {
        state.free()
    }

    /// The values that were provided for the scope; empty after the scope has ended.
    var values: [AnyInstance] { state.withLock { $0.values.map { $0 } } }

    /// The location of the call that ends the scope, or nil if it has not ended.
    var endLocation: CodeLocation? { state.withLock { $0.end } }

    /// Whether the scope has not ended.
    var isOpen: Bool { state.withLock { !$0.isOver } }

    /// Whether the end of the scope has begun.
    var isEnding: Bool { state.withLock { $0.end != nil } }

    var registry: Registry? {
        get { state.withLock { $0.registry } }
        set { state.withLock { $0.registry = newValue } }
    }

    /// Whether other tasks in the scope also use the bindings of the current task.
    var sharesBindings: Bool { state.withLock { $0.slots.areOfTask } }

    /// Adds a value that is provided for the scope.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - declaration: The binding that declares the value. Lookups find the value as an instance of this binding. A
    ///     binding that decorates or overrides the declaration obtains the value through its own factory.
    func provide(_ value: AnyInstance, for declaration: Binding) {
        state.withLock { state in
            // An outer scope may have ended this one in the meantime.
            guard state.end == nil else { return }
            state.values.append(value)
            if declaration.isPlainValue {
                state.slots.keep(value, for: declaration)
            }
        }
    }

    /// The error of a lookup that finds this scope after its end.
    var failure: InjectionError.Reason {
        .scopeNotOpen(scope, openedAt: endLocation.map { _ in location }, endedAt: endLocation)
    }
}

extension OpenedScope.State {
    /// Lets a call end the scope, unless another one does.
    mutating func beginEnding(at location: CodeLocation) {
        end = end ?? location
    }

    /// Lets nothing more be kept, except provided values until all instances have ended.
    ///
    /// - Returns: The entries, which the caller releases after the lock.
    mutating func close() -> [Slots.Entry] {
        isOver = true
        let removed = slots.close(keepingProvided: !values.isEmpty)
        removed.forEach { keepEnd(of: $0.slot) }
        return removed
    }

    /// Returns the constructions and the ends of one override or, if that is nil, of all.
    mutating func toEnd(of override: Int?) -> (underWay: [Construction], teardowns: [Teardown]) {
        let (underWay, teardowns) = slots.ends(of: override)
        return (underWay, teardowns + ends.filter { override == nil || $0.override == override })
    }

    /// Keeps the end of a slot that has left, so that another ending always finds it.
    mutating func keepEnd(of slot: Slot) {
        slot.teardown.map { ends.add($0) }
    }

    /// Releases what was kept until the end, if all instances have ended and none is under construction.
    ///
    /// - Returns: What the caller releases after the lock, and whether the scope was listed; nil if that is not so.
    mutating func releaseIfDone() -> (slots: Slots, values: [AnyInstance], isListed: Bool)? {
        guard isOver, ends.allSatisfy({ $0.failure != nil }), !slots.hasClaims else { return nil }
        defer { (slots, values, isListed) = (Slots(), [], false) }
        return (slots, values, isListed)
    }

    /// Whether a binding has no instance any more.
    func isClosed(to binding: Binding) -> Bool { isOver && !(binding.isProvided && !values.isEmpty) }
}

// MARK: - Instances

extension OpenedScope: InstanceKeeper {
    func claim(_ hit: Hit, by owner: Owner, as purpose: Claim.Purpose) throws -> Next {
        let claimed = state.withLock { state -> (next: Next, isOfOverride: Bool)? in
            guard !state.isClosed(to: hit.binding), !state.isOver || state.slots.contain(hit.binding) else {
                return nil
            }
            return state.slots.claim(hit.binding, by: owner, as: purpose)
        }
        guard let claimed else { throw LookupError.failed(failure) }
        if claimed.isOfOverride { Override.note(self) }
        return claimed.next
    }

    func fill(_ hit: Hit, with instance: AnyInstance?, by owner: Owner) -> Slot.Filled {
        state.withLock { $0.slots.fill(hit.binding, with: instance, by: owner) }
    }

    /// Returns the instance of a binding, or nil if there is none or the scope has ended.
    func instance(of binding: Binding) -> AnyInstance? {
        state.withLock { state in
            state.isClosed(to: binding) ? nil : state.slots.instance(of: binding)
        }
    }
}

// MARK: - Running code in a scope

extension OpenedScope {
    /// Returns a context in which lookups find this scope.
    ///
    /// - Parameter around: Whether the scopes of the current context stay visible, which this one did not see when it was
    ///   opened.
    /// - Returns: The context.
    func context(keepingAround around: Bool = false) -> Context {
        Context.new { values in
            if around, let current = values.scope, !chain.contains(where: { $0 === current }) {
                // A task that a handle's task starts would otherwise keep the scopes of all tasks before it.
                values.around = [current] + values.around.filter(\.isOpen)
            }
            values.enter(self, around: around ? values.around : [])
        }
    }

    /// Runs `body` in the scope and ends the scope, without awaiting.
    func run<Result>(_ body: () throws -> Result) throws -> Result {
        let result: Result
        do {
            result = try context().run(body)
        } catch {
            report(endNow(at: location))
            throw error
        }
        try EndingError.check(endNow(at: location))
        return result
    }

    /// Reports errors of ends that are not thrown.
    func report(_ failures: [EndingError.Failure]) {
        EndingError.report(failures, "while the scope '\(scope.name)' ended, whose closure threw another error")
    }
}

extension Scope {
    /// Ends the process with a message if the scope is always open.
    func checkCanBeOpened(at location: CodeLocation) {
        if isAlwaysOpen {
            endProcess(with: Report.alwaysOpen(self, at: location), at: location)
        }
    }
}
