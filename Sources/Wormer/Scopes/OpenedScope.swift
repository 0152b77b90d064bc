/// One period in which a scope is open, with its instances.
///
/// It makes no difference here whether `withScope`, `open` or `begin` opened the scope: they only differ in how lookups
/// find it.
package final class OpenedScope: InstanceCache, @unchecked Sendable {
    // Unchecked because the lock guards the state.

    let scope: Scope

    /// Whether the scope belongs to an injector, and not to a task or a handle.
    let isBegun: Bool

    /// Whether the scope ends synchronously, so that no end can be awaited.
    let endsSynchronously: Bool

    /// The location of the call that opened the scope.
    let location: CodeLocation

    /// The override in which the scope was opened.
    private let override: Int?

    /// The injector that opened it, which is only compared.
    let injector: ObjectIdentifier

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
        if AtomicCounter.openedScopes.isZero {
            AtomicCounter.openedScopes.increment()
        }
        // Once, because another thread may replace the main injector.
        let injector = injector.resolved
        self.scope = scope
        self.isBegun = isBegun
        self.endsSynchronously = endsSynchronously
        self.location = location
        self.injector = ObjectIdentifier(injector)
        override = Context.override?.id
        let home = injector.registry
        let (around, begun) = (isBegun ? [] : OpenedScope.ofTask, injector.begunScopes)
        let all = begun.isEmpty ? around : around + begun
        let visible = all.isEmpty ? [] : OpenedScope.visible(all, inside: scope)
        enclosing = scope.outer.flatMap { OpenedScope.find($0, among: all) }
        // Nobody else knows the scope yet.
        weakHome = home
        super.init()
        (state.state.pointee.values, state.state.pointee.visible) = (values, visible)
        if let name = scope.outer {
            guard let enclosing, enclosing.add(self) else {
                let hints = Hints(.values(of: name), in: injector)
                throw ScopeError(.outerScopeNotOpen(name), scope, in: self.injector, hints, at: location)
            }
        }
    }

    /// Releases what the scope no longer needs after its end, if all its instances have ended.
    override func endDidFinish() {
        guard let former = state.withLock({ $0.releaseIfDone() }) else { return }
        enclosing?.remove(self)
        if former.isListed {
            home?.didEnd(self)
        }
        let visible = state.withLock { $0.visible }
        if !visible.isEmpty {
            let rest = OpenedScope.visible(visible, inside: scope, keepingThoseAround: self)
            // Scopes that are no longer visible are released after the lock.
            withExtendedLifetime(visible) { state.withLock { $0.visible = rest } }
        }
    }

    /// The values that were provided for the scope; empty after the scope has ended.
    var values: [AnyInstance] { state.withLock { $0.values.isEmpty ? [] : $0.values.map { $0 } } }

    /// The location of the call that ends the scope, or nil if it has not ended.
    var endLocation: CodeLocation? { state.withLock { $0.end } }

    /// Whether the end of the scope has begun.
    var isEnding: Bool { state.withLock { $0.end != nil } }

    /// The registry of the injector in which it was opened, or of its parent once the injector was released.
    var home: Registry? {
        get { OpenedScope.homeLock.withLock { weakHome } }
        set { OpenedScope.homeLock.withLock { weakHome = newValue } }
    }

    private weak var weakHome: Registry?
    private static let homeLock = Lock()

    /// Whether other tasks in the scope also use the bindings of the current task.
    var sharesBindings: Bool { override == Context.override?.id }

    override func note(_ override: Override) {
        override.note(self)
    }

    override func ownOverride(in override: Override?) -> Override? {
        override?.id == self.override ? nil : override
    }

    /// Adds a value that is provided for the scope.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - declaration: The binding that declares the value. Lookups find the value as an instance of this binding. A
    ///     binding that decorates or overrides the declaration obtains the value through its own factory.
    func provide(_ value: AnyInstance, for declaration: Binding) {
        let isOpen = state.withLock { state in
            if state.end == nil {
                state.values.append(value)
            }
            // An outer scope may have ended this one in the meantime.
            return state.end == nil
        }
        if isOpen, declaration.isPlainValue {
            keep(value, for: declaration)
        }
    }

    /// The error of a lookup that finds this scope after its end.
    var failure: InjectionError.Reason {
        .scopeNotOpen(scope, openedAt: endLocation.map { _ in location }, endedAt: endLocation)
    }

    // MARK: - Finding a scope

    /// This scope, and those that were visible where it was opened, as a lookup in it finds them.
    private var chain: [OpenedScope] {
        let visible = state.withLock { $0.visible }
        return visible.isEmpty ? [self] : [self] + visible
    }

    /// The number of scopes that have ended, of this one and those that were visible where it was opened.
    var endedScopes: Int {
        let (visible, hasEnded) = state.withLock { ($0.visible, $0.hasEnded) }
        return visible.reduce(hasEnded ? 1 : 0) { $0 + ($1.isOpen ? 0 : 1) }
    }

    /// The scopes that the current task is in, as a lookup finds them: the innermost one and what was visible where that
    /// was opened, and then those around the closure of a handle.
    static var ofTask: [OpenedScope] {
        guard let values = Context.current?.values, let scope = values.scope else { return [] }
        return values.around.isEmpty ? scope.chain : scope.chain + values.around.flatMap(\.chain)
    }

    /// The innermost scope of the current task.
    package static var innermost: OpenedScope? { Context.read { $0.values.scope } ?? nil }

    /// Returns the scopes that the current task is in, but was not in when another one was its innermost scope.
    static func opened(since start: OpenedScope?) -> [Scope] {
        guard let innermost, innermost !== start else { return [] }
        return ofTask.prefix { $0 !== start }.filter { !$0.isBegun }.map(\.scope)
    }

    /// Returns the first scope with a name that is visible, even if it has ended.
    ///
    /// A scope is hidden where another scope is found by the name of one that it was declared to be inside: otherwise the
    /// sessions of two accounts would mix.
    static func find(_ scope: Scope, among scopes: [OpenedScope]) -> OpenedScope? {
        scopes.first { $0.scope == scope && $0.isVisible(among: scopes) }
    }

    private func isVisible(among scopes: [OpenedScope]) -> Bool {
        var next = enclosing
        while let outer = next {
            if let first = scopes.first(where: { $0.scope == outer.scope }), first !== outer {
                return false
            }
            next = outer.enclosing
        }
        return true
    }

    /// Returns the scopes that are visible inside one that is being opened, without those that have ended.
    ///
    /// One that has ended stays where it hides an open scope with the same name. Those that an ended scope was declared
    /// to be inside always stay, because they hide what begins later: the session of another account.
    private static func visible(
        _ scopes: [OpenedScope],
        inside scope: Scope,
        keepingThoseAround inner: OpenedScope? = nil
    ) -> [OpenedScope] {
        var visible: [OpenedScope] = []
        // Most tasks are in few scopes.
        var known: Set<ObjectIdentifier> = []
        func isNew(_ open: OpenedScope) -> Bool {
            scopes.count > 8 ? known.insert(ObjectIdentifier(open)).inserted : !visible.contains { $0 === open }
        }
        for (place, open) in scopes.enumerated() where isNew(open) {
            func hides() -> Bool {
                open.scope != scope && scopes[(place + 1)...].contains { $0.isOpen && $0.scope == open.scope }
            }
            if open.isOpen || inner?.isInside(open) == true || hides() {
                visible.append(open)
            }
        }
        return visible
    }

    /// Returns the scope in which a lookup finds its instance, even if the scope has ended.
    ///
    /// A factory whose instance is kept runs in a context that has only the scopes that were visible where its own scope
    /// was opened, and those that it opens itself. Other lookups also find what has begun in the injectors asked.
    ///
    /// - Parameters:
    ///   - scope: The scope.
    ///   - injector: The injector in which the binding is registered.
    ///   - frame: The frame of the asynchronous lookup, or nil for a synchronous one.
    /// - Returns: The scope, or nil if it is not open.
    /// - Throws: `captiveDependency` if an instance that lives longer than the scope needs one of the scope.
    static func find(_ scope: Scope, for injector: Injector, below frame: Frame?) throws -> OpenedScope? {
        // The parameters of an asynchronous lookup have no context of their own.
        if let frame, frame.seesOtherScopes, case let keeper? = frame.holder {
            return try find(scope, among: keeper?.chain ?? [], keeper: keeper)
        }
        if let open = innermost, open.scope == scope {
            // The usual case. Nothing can hide the innermost scope.
            return open
        }
        let ofTask = ofTask
        guard case let keeper? = Constructions.holder(below: frame) else {
            if ofTask.isEmpty, let open = injector.onlyBegunScope(scope) {
                return open
            }
            return find(scope, among: ofTask + injector.begunScopes)
        }
        return try find(scope, among: ofTask, keeper: keeper)
    }

    /// Returns the scope in which a factory whose instance is kept finds an instance.
    ///
    /// - Parameters:
    ///   - scope: The scope.
    ///   - scopes: The scopes that the factory sees.
    ///   - keeper: The scope that keeps the factory's instance, or nil if it lives longer than every open scope.
    /// - Returns: The scope, or nil if it is not open.
    /// - Throws: `captiveDependency`.
    private static func find(_ scope: Scope, among scopes: [OpenedScope], keeper: OpenedScope?) throws -> OpenedScope? {
        // A scope that a singleton's factory opens may be inside one that has begun, which the singleton outlives.
        let found = find(scope, among: scopes).flatMap { keeper == nil && $0.isBegun ? nil : $0 }
        if found == nil, keeper.map({ scope.isInside($0.scope) }) ?? true {
            throw LookupError.failed(.captiveDependency(.scope(scope)))
        }
        return found
    }

    /// Returns a context for the construction of an instance that is kept.
    ///
    /// - Parameter scope: The scope that keeps the instance, or nil if it lives longer than every open scope.
    /// - Returns: The context, or nil if the current one has the same scopes.
    static func context(keptBy scope: OpenedScope?) -> Context? {
        let isSame = Context.read { $0.values.scope === scope && $0.values.around.isEmpty } ?? (scope == nil)
        return isSame ? nil : Context.new { $0.enter(scope) }
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

    /// Runs `body` in the scope, and ends the scope.
    func run<Result>(
        isolation: isolated (any Actor)?,
        _ body: () async throws -> Result
    ) async throws -> Result {
        let result: Result
        do {
            result = try await context().run(isolation: isolation, body)
        } catch {
            report(await end(at: location))
            throw error
        }
        try EndingError.check(await end(at: location))
        return result
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
    private func report(_ failures: [EndingError.Failure]) {
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
