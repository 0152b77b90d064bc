import CWormer

/// The instances of one period in which a scope is open.
///
/// It makes no difference here whether `withScope`, `open` or `begin` opened the scope: they only differ in how requests
/// find it.
@usableFromInline
package final class ScopeInstances: InstanceCache, @unchecked Sendable {
    let scope: Scope

    /// Whether the scope ends synchronously, so that no teardown can be awaited.
    let endsSynchronously: Bool

    /// The location of the call that opened the scope.
    let location: CodeLocation

    /// The override in which the scope was opened, and the injector that opened it.
    private let layer: Int?
    let home: ObjectIdentifier

    /// The constructions around the call that opened the scope.
    let constructions: Constructions

    /// The open scope that this one was declared to be inside, if there is one.
    ///
    /// It is set before the scope is shared.
    @exclusivity(unchecked) private(set) var enclosing: ScopeInstances?

    /// The registry in which the scope begins, if `begin` opened it.
    ///
    /// The registry retains its scopes, and ends those that are still open when it is released.
    private(set) weak var registry: Registry?

    /// The state that the lock guards.
    struct Guarded {
        /// The values that were provided for the scope; empty after the scope has ended.
        var values: [AnyInstance] = []

        /// The scope around this one, without those that had ended when this one was opened or ended.
        ///
        /// A job may start a task for the next job inside its own scope. Each scope would otherwise keep all earlier
        /// ones.
        var outer: ScopeInstances?

        /// Further scopes that were open here when this one was opened, if there are any.
        var others: Others?

        /// The open scopes that were declared to be inside this one.
        var inner: [ScopeInstances] = []

        /// The location of the call that ends the scope.
        var end: CodeLocation?

        /// The ends of instances that the scope does not keep, once there are any.
        var lateEndings: LateEndings?

        /// Whether the scope has ended, and who waits for that.
        var isDone = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    /// Open scopes that are not on the chain of those around a scope.
    final class Others: Sendable {
        /// The scopes around a handle's `run`, the innermost first.
        let around: [ScopeInstances]
        /// The scopes that had begun.
        let begun: [ScopeInstances]

        init(around: [ScopeInstances], begun: [ScopeInstances]) {
            (self.around, self.begun) = (around, begun)
        }
    }

    @exclusivity(unchecked) var guarded: Guarded

    /// Begins the construction of a binding's instance on this thread, unless that needs further checks.
    ///
    /// - Returns: The instance, or the construction to perform or to wait for; nil if the request needs the checks.
    func claim(for binding: AnyBinding, on thread: UnsafeMutablePointer<wormer_thread>) -> Slot.Claim? {
        if binding.isUnavailableInTests || endsSynchronously && binding.hasAsyncTeardown {
            return nil
        }
        return claim(for: binding, thread: thread) {
            ($0.factory?.traits.runsAnywhere ?? true) && !ResolutionStack.current.contains($0)
        }
    }

    /// The innermost scope that is open for the current task.
    ///
    /// Each scope refers to the one around it.
    @TaskLocal package static var current: ScopeInstances?

    /// The scopes that were open around the handles through which the current task requests, the innermost first.
    @TaskLocal static var around: [ScopeInstances] = []

    // The address of the task-local, which is constant.
    nonisolated(unsafe) private static let key = Unmanaged.passUnretained(ScopeInstances.$current).toOpaque()

    /// Opens a scope.
    ///
    /// - Parameters:
    ///   - scope: The scope.
    ///   - values: The values of the scope.
    ///   - endsSynchronously: Whether no teardown can be awaited.
    ///   - isBegun: Whether the scope belongs to the injector, and not to the current task.
    ///   - injector: The injector.
    ///   - location: The location of the call.
    /// - Throws: `ScopeError` if the scope is inside another one that is not open.
    init(
        _ scope: Scope,
        with values: [AnyInstance] = [],
        endsSynchronously: Bool = false,
        isBegun: Bool = false,
        for injector: Injector,
        at location: CodeLocation
    ) throws {
        scope.checkCanBeOpened(at: location)
        // Once, because another thread may replace the main injector.
        let injector = injector.resolved
        self.scope = scope
        self.endsSynchronously = endsSynchronously
        self.location = location
        layer = Layer.unretained?._withUnsafeGuaranteedRef(\.id)
        constructions = .current
        let current = isBegun ? nil : ScopeInstances.unretained
        let outer = current?._withUnsafeGuaranteedRef { $0.visible(inside: scope) }
        home = ObjectIdentifier(injector)
        let (around, begun) = (outer == nil ? [] : ScopeInstances.around, injector.begunScopes)
        let others = around.isEmpty && begun.isEmpty ? nil : Others(around: around, begun: begun)
        guarded = Guarded(values: values, outer: outer, others: others)
        super.init()
        if isBegun {
            registry = injector.registry
        }
        guard let name = scope.outer else { return }
        // A scope that the task is in and that has ended hides one that has begun.
        enclosing = current.map { $0.takeUnretainedValue().find(name, among: injector) } ?? injector.begun(name)
        guard enclosing?.addInner(self) == true else {
            throw ScopeError(.outerScopeNotOpen(name), scope, in: home, at: location)
        }
    }

    /// The values that were provided for the scope; empty after the scope has ended.
    var values: [AnyInstance] { withLock { guarded.values } }

    var outer: ScopeInstances? { withLock { guarded.outer } }

    /// The location of the call that ends the scope, or nil if it has not ended.
    var endLocation: CodeLocation? { withLock { guarded.end } }

    /// Whether other tasks in the scope also use the bindings of the current task.
    var sharesBindings: Bool { layer == Layer.active?.id }

    /// Adds a value that is provided for the scope.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - declaration: The binding that declares the value. Requests find the value as an instance of this binding. A
    ///     binding that decorates or overrides the declaration obtains the value through its own factory.
    func provide(_ value: AnyInstance, for declaration: AnyBinding) {
        let isOpen = withLock {
            if guarded.end == nil {
                guarded.values.append(value)
            }
            // An outer scope may have ended this one in the meantime.
            return guarded.end == nil
        }
        if isOpen, declaration.isPlainValue {
            keep(value, for: declaration)
        }
    }

    // MARK: - Finding a scope

    /// The scope that the current task is in.
    ///
    /// The task retains the value of the task-local for the duration of a call.
    private static var unretained: Unmanaged<ScopeInstances>? {
        taskLocalAddress(key)?.load(as: UnsafeRawPointer?.self).map { .fromOpaque($0) }
    }

    /// Returns the innermost scope with a name that the current task opened or inherited, even if it has ended.
    static func innermost(_ scope: borrowing Scope) -> ScopeInstances? {
        unretained?._withUnsafeGuaranteedRef { $0.innermost(scope) }
    }

    private func innermost(
        _ scope: borrowing Scope,
        where isVisible: (ScopeInstances) -> Bool = { _ in true }
    ) -> ScopeInstances? {
        if self.scope == scope, isVisible(self) {
            // The usual case needs no retain but that of the result.
            return self
        }
        var next: ScopeInstances? = self
        while let candidate = next {
            // The scopes that it was declared to be inside may have begun, or be those of a handle.
            var inside: ScopeInstances? = candidate
            while let open = inside {
                if open.scope == scope, isVisible(open) {
                    return open
                }
                inside = open.enclosing
            }
            next = candidate.outer
        }
        return nil
    }

    /// Returns the scope in which a request finds its instance, even if the scope has ended.
    ///
    /// A factory whose instance is kept finds only the scopes that were open where its own scope was opened, and those
    /// that it opened itself.
    ///
    /// - Parameters:
    ///   - scope: The scope.
    ///   - injector: The injector in which the binding is registered.
    /// - Returns: The instances of the scope, or nil if it is not open.
    /// - Throws: `captiveDependency` if an instance that lives longer than the scope requests one of the scope.
    static func find(_ scope: Scope, for injector: Injector) throws -> ScopeInstances? {
        let frame = ResolutionStack.current.innermostHolder
        if let frame, let current = unretained, frame.pointee.cache == current.toOpaque(),
            current._withUnsafeGuaranteedRef({ $0.scope == scope })
        {
            // The usual case for a dependency.
            return current.takeUnretainedValue()
        }
        guard frame != nil || Watchers.areThere(Watchers.taskFrame), let holder = Holder(frame) else {
            guard let current = unretained else { return injector.begun(scope) }
            return current._withUnsafeGuaranteedRef { $0.find(scope, among: injector) }
        }
        var opened: [ScopeInstances] = []
        var next = unretained?.takeUnretainedValue()
        while let open = next, open.constructions.contain(holder) {
            opened.append(open)
            next = open.outer
        }
        // A scope that the factory opens hides the scopes that are inside another one with its name.
        let unhidden = { (open: ScopeInstances) in open.unlessHidden { scope in opened.first { $0.scope == scope } } }
        if let open = opened.firstMap({ $0.scope == scope ? unhidden($0) : nil }) {
            return open
        }
        guard let keeper = holder.keeper, !scope.isInside(keeper.scope) else {
            throw ResolutionError.failed(.captiveDependency(scope))
        }
        var found = keeper.find(scope, for: injector)
        // The factory may enter another account, which hides what is inside its own.
        if let open = next, scope == keeper.scope || keeper.scope.isInside(scope),
            entered.contains(where: { $0.scope === open && $0.constructions.contain(holder) })
        {
            found =
                open.find(scope, for: injector)
                ?? found.flatMap { $0.unlessHidden { open.find($0, for: injector) } }
        }
        return found.flatMap(unhidden)
    }

    /// Returns an open scope that requests in this one find: one around it, or one that has begun.
    ///
    /// - Parameters:
    ///   - scope: The scope.
    ///   - injector: The injector in which the binding is registered.
    /// - Returns: The scope, or nil if it is not open.
    private func find(_ scope: Scope, for injector: Injector) -> ScopeInstances? {
        let others = withLock { guarded.others }
        return find(scope, around: others?.around ?? []) { injector.firstVisible($0, among: others?.begun ?? []) }
    }

    /// Performs `find(_:for:)` for a request of a task in this scope, which also sees what began later.
    private func find(_ scope: Scope, among injector: Injector) -> ScopeInstances? {
        find(scope, around: ScopeInstances.around) { injector.begun($0) }
    }

    /// Returns the first scope with a name, unless it is inside a scope of which the request finds another one: around
    /// this one, around the handles' closures, or among those that have begun.
    private func find(
        _ scope: Scope,
        around: @autoclosure () -> [ScopeInstances],
        begun: (Scope) -> ScopeInstances?
    ) -> ScopeInstances? {
        if self.scope == scope {
            return self
        }
        func isVisible(_ open: ScopeInstances) -> Bool {
            open.unlessHidden { find($0, around: around(), begun: begun) } != nil
        }
        return innermost(scope, where: isVisible)
            ?? around().firstMap { $0.innermost(scope, where: isVisible) }
            ?? begun(scope).flatMap { isVisible($0) ? $0 : nil }
    }

    /// Returns this scope, unless a function finds another one with the name of a scope around it.
    func unlessHidden(_ find: (Scope) -> ScopeInstances?) -> ScopeInstances? {
        var next = enclosing
        while let open = next {
            if let other = find(open.scope), other !== open {
                return nil
            }
            next = open.enclosing
        }
        return self
    }

    /// Returns this scope, or the innermost one around it that a request inside another scope can find.
    ///
    /// A request finds a scope that has ended only if it hides an open one with the same name.
    func visible(inside other: Scope) -> ScopeInstances? {
        sequence(first: self, next: \.outer).first { $0.isOpen || $0.scope != other && $0.hidesOpenScope }
    }

    private var hidesOpenScope: Bool {
        sequence(first: self, next: \.outer).contains { $0.isOpen && $0.scope == scope }
    }

    /// The handle scopes that factories around the current task have entered, the innermost first.
    @TaskLocal static var entered: [(scope: ScopeInstances, constructions: Constructions)] = []

    /// The handle scopes for the closure of a handle's `run`, or nil if no factory calls it.
    var enteredByFactory: [(scope: ScopeInstances, constructions: Constructions)]? {
        Holder().map { _ in [(self, .current)] + ScopeInstances.entered.filter(\.scope.isOpen) }
    }

    /// The constructions that are under way on the thread and in the task at some moment.
    struct Constructions: @unchecked Sendable {
        let thread: UnsafeRawPointer
        let lastNumber: Int
        let taskFrame: TaskFrame?

        static var current: Constructions {
            let stack = ResolutionStack.current
            return Constructions(thread: stack.thread, lastNumber: stack.lastNumber, taskFrame: .current)
        }

        func contain(_ holder: Holder) -> Bool {
            if let frame = holder.frame {
                return taskFrame.map { sequence(first: $0, next: \.outer).contains { $0 === frame } } ?? false
            }
            return thread == ResolutionStack.current.thread && lastNumber >= holder.number
        }
    }

    /// The innermost construction that is under way and whose instance is kept.
    struct Holder {
        /// The instances of its scope, or nil if it lives longer than every open scope.
        let keeper: ScopeInstances?
        /// Its number on this thread.
        var number = 0
        /// The frame of the task that constructs the instance, or nil if this thread does.
        var frame: TaskFrame?

        /// Creates the holder of a thread's frame or, without one, that of the current task.
        init?(_ threadFrame: UnsafePointer<wormer_frame>? = ResolutionStack.current.innermostHolder) {
            if let threadFrame {
                self.init(of: threadFrame)
            } else if let (frame, keeper) = TaskFrame.current?.innermostHolder {
                self.init(of: frame, keeper: keeper)
            } else {
                return nil
            }
        }

        /// Creates the holder of a thread's frame.
        init(of frame: UnsafePointer<wormer_frame>) {
            keeper = frame.pointee.cache.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
            number = frame.pointee.number
        }

        /// Creates the holder of a task's frame.
        init(of frame: TaskFrame, keeper: ScopeInstances? = nil) {
            self.keeper = keeper
            self.frame = frame
        }
    }

    /// Returns the scopes around the current request that a construction has opened.
    static func opened(by holder: Holder) -> [Scope] {
        let open = sequence(first: unretained?.takeUnretainedValue()) { $0?.outer }.lazy.compactMap(\.self)
        return open.prefix { $0.constructions.contain(holder) }.map(\.scope)
    }

    /// The error of a request that finds this scope after its end.
    var failure: InjectionError.Reason {
        endLocation.map { .scopeEnded(scope, openedAt: location, endedAt: $0) } ?? .scopeNotOpen(scope)
    }
}

extension Sequence {
    /// Returns the first value that a function returns for an element.
    fileprivate func firstMap<Result>(_ transform: (Element) -> Result?) -> Result? {
        for element in self {
            if let result = transform(element) {
                return result
            }
        }
        return nil
    }
}
