// The scope that a lookup finds, and the scopes that are visible in one.

extension OpenedScope {
    /// This scope, and those that were visible where it was opened, as a lookup in it finds them.
    var chain: [OpenedScope] {
        let visible = state.withLock { $0.visible }
        return visible.isEmpty ? [self] : [self] + visible
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
        guard let enclosing else { return true }
        let found = scopes.first { $0.scope == enclosing.scope } ?? enclosing
        return found === enclosing && enclosing.isVisible(among: scopes)
    }

    /// Returns the scopes that are visible inside one that is being opened, without those that have ended.
    ///
    /// One that has ended stays where it hides an open scope with the same name. Those that an ended scope was declared
    /// to be inside always stay, because they hide what begins later: the session of another account.
    static func visible(
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
        let inner = frame?.seesOtherScopes == true ? frame?.holder ?? nil : innermost
        if let inner, inner.scope == scope {
            // The usual case. Nothing can hide the innermost scope.
            return inner
        }
        let (scopes, holder) = seen(by: injector, below: frame)
        let found = find(scope, among: scopes)
        guard case let keeper? = holder else { return found }
        // A scope that a singleton's factory opens may be inside one that has begun, which the singleton outlives.
        if let found, keeper != nil || !found.isBegun {
            return found
        }
        if let keeper, !scope.isInside(keeper.scope) {
            return nil
        }
        throw LookupError.failed(.captiveDependency(.scope(scope)))
    }

    /// Returns the scopes that a lookup sees, and the holder of the construction around it, if there is one.
    ///
    /// A factory whose instance is kept doesn't see the scopes that have begun.
    static func seen(by injector: Injector, below frame: Frame?) -> (scopes: [OpenedScope], holder: OpenedScope??) {
        let holder = EnclosingConstructions.holder(below: frame)
        guard !AtomicCounter.openedScopes.isZero else { return ([], holder) }
        // The parameters of an asynchronous lookup have no context of their own.
        if let frame, frame.seesOtherScopes, case let keeper? = holder {
            return (keeper?.chain ?? [], holder)
        }
        return (holder == nil ? ofTask + injector.begunScopes : ofTask, holder)
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

// MARK: - Advice

extension Scope {
    /// The hashes of the names that scopes of tasks and handles had.
    private static let openedNames = LatestWords()

    private var hashOfName: UInt { UInt(bitPattern: name.hashValue) }

    /// Notes that the scope was opened for a task or a handle.
    func noteOpening() {
        let hash = hashOfName
        // Tasks that open the same scope don't write the same word all the time.
        if Scope.openedNames[hash] != hash {
            Scope.openedNames[hash] = hash
        }
    }

    /// Whether a lookup that doesn't see the scope probably runs in a detached task or a callback of one that does.
    ///
    /// The process has opened the scope, and the caller sees no scope at all.
    var isProbablyLost: Bool { OpenedScope.innermost == nil && Scope.openedNames[hashOfName] == hashOfName }
}
