// Services that a facade declares as functions.

/// The options of a declared service.
package struct DeclaredOptions {
    let lifetime: Lifetime
    var isUnavailableInTests: Bool
    package var onEnd: OnEnd?
    package var isAsynchronous = false

    /// Whether the value comes with the scope that is the lifetime.
    package var isProvided = false

    package init(_ lifetime: Lifetime, isUnavailableInTests: Bool) {
        (self.lifetime, self.isUnavailableInTests) = (lifetime, isUnavailableInTests)
    }

    /// Returns the binding of a declared service, or of a call of a declared function.
    ///
    /// Each lookup passes the function.
    func binding<P>(of key: Key, as type: P.Type) -> Binding {
        guard onEnd != nil || isUnavailableInTests || isAsynchronous || isProvided || lifetime == .weak else {
            return Binding(declared: key, lifetime)
        }
        let makeAsync: FactoryTraits.MakeAsync = { _, _ in throw LookupError.failed(.notBound) }
        let parts = FactoryTraits.Parts(
            makeAsync: isAsynchronous ? makeAsync : nil,
            substitute: isProvided ? .value : nil,
            end: onEnd,
            isUnavailableInTests: isUnavailableInTests
        )
        return FactoryBinding<P>(declared: key, lifetime, Factory(ofDeclaration: FactoryTraits(parts)))
    }
}

/// A call of an asynchronous function, which takes the place of a factory.
struct AsyncCall: @unchecked Sendable {
    // Unchecked because the function is used only while one instance is constructed.

    let hit: Hit

    /// Whether the caller may stop waiting for an instance.
    let isCancellable: Bool
    let make: FactoryTraits.MakeAsync
}

extension Injector {
    /// Returns an instance for a call of a declared function that exists, in the usual cases.
    ///
    /// - Parameters:
    ///   - word: The word of the function.
    ///   - arguments: The arguments that distinguish instances.
    ///   - type: The type of the instances.
    /// - Returns: The instance, or nil if the call must take the slow path.
    @inlinable
    package func instance<P>(ofCall word: KeyWord, _ arguments: Arguments, as type: P.Type) -> P? {
        instance(ofCall: word, arguments).map { unsafeDowncast($0, to: Instance<P>.self).value }
    }

    @usableFromInline
    @inline(never)
    func instance(ofCall word: KeyWord, _ arguments: Arguments) -> AnyInstance? {
        switch arguments {
        case .none: lockedCell(word).flatMap { instance(takenFrom: $0) }
        case .string(let string): instance(ofCall: word, Identifier.hash(of: string)) { $0.isString(string) }
        case .integer(let integer): instance(ofCall: word, Identifier.hash(of: integer)) { $0.isInteger(integer) }
        case .other: nil
        }
    }

    private func instance(ofCall word: KeyWord, _ hash: Int, where isEqual: (Identifier) -> Bool) -> AnyInstance? {
        guard let cell = lockedCell(word) else { return nil }
        let function = cell.state.pointee.binding.unsafelyUnwrapped
        let others = function.isUnavailableInTests ? nil : cell.state.pointee.others
        let instance = others?.instance(FunctionCall.hash(of: function, hash), of: function, where: isEqual)
        cell.release()
        return instance??.strong
    }

    /// Returns the injector to which a declared service belongs: the nearest one in which it is bound, or the outermost
    /// parent.
    ///
    /// So a child shares the singletons of its parents.
    package func owner(of service: Key) -> Injector {
        var owner = resolved
        while let parent = owner.parent, !owner.registry.contains(service) {
            owner = parent
        }
        return owner
    }

    /// Returns the instance for a call of a declared function in the injector to which it belongs.
    ///
    /// - Parameters:
    ///   - declaration: The declaration.
    ///   - arguments: The arguments that distinguish instances.
    ///   - options: What the declaration says.
    ///   - isolation: The actor that `make` is isolated to, if any.
    ///   - make: Creates an instance in the caller, with the function that was assigned if there is one.
    /// - Returns: The shared instance or a new one.
    /// - Throws: `InjectionError`.
    package func call<P, Function>(
        _ declaration: Declaration,
        _ arguments: Arguments,
        _ options: DeclaredOptions,
        isolation: (any Actor)?,
        make: (Function?) throws -> P
    ) throws -> P {
        while true {
            let (lookup, function) = try find(declaration, arguments, options, P.self)
            let instance = try answer(lookup, at: registry.findOrInsert(lookup.key, options, P.self)) {
                binding,
                _,
                teardown in
                try checkIsolation(isolation, ofDeclaration: true)
                // The key proves the type, here and below.
                return binding.instance(try make(function.map(Injector.value)), endedBy: &teardown)
            }
            // Nil if the function or its instance was reset in the meantime.
            if let instance {
                return Injector.value(instance)
            }
        }
    }

    static func value<P>(_ instance: AnyInstance) -> P {
        unsafeDowncast(instance, to: Instance<P>.self).value
    }

    /// Finds the binding of a declared function, or makes it.
    ///
    /// - Returns: The lookup of a call, and the function that was assigned, if there is one.
    /// - Throws: The error of a function that is unimplemented.
    func find<P>(
        _ declaration: Declaration,
        _ arguments: Arguments,
        _ options: DeclaredOptions,
        _ type: P.Type
    ) throws -> (lookup: Lookup, function: AnyInstance?) {
        let location = ThreadFrame.placeOfRead ?? declaration.location
        let declared = Lookup(Key(P.self, .declaration(declaration)), at: location)
        let binding = registry.findOrInsert(declared.key, options, P.self).binding
        let identifier = options.lifetime == .transient ? nil : arguments.identifier
        if identifier == nil, !binding.isAssigned {
            return (declared, nil)
        }
        let call = Lookup(Key(P.self, .call(FunctionCall(of: binding, identifier))), at: location)
        guard binding.isUnimplemented else { return (call, binding.assigned) }
        let pointer = UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
        return (call, try binding.construct(in: pointer, at: location) { try binding.make(in: self) })
    }
}

extension Binding {
    /// Returns the box of an instance that a declared service has created, and sets its end.
    func instance<P>(_ value: P, endedBy teardown: inout Teardown?) -> AnyInstance {
        let instance = Instance(value)
        teardown = self.teardown(of: instance)
        return teardown.map { box(instance, endedBy: $0) } ?? instance
    }
}

extension Registry {
    /// Returns the binding of a declared function or of a call, and makes it if necessary.
    ///
    /// When many calls were added, the cells of those go whose instances are gone.
    func findOrInsert<P>(_ key: Key, _ options: DeclaredOptions, _ type: P.Type) -> Hit {
        var isNewCall = false
        let hit = findOrInsert(key) {
            guard let call = key.call else { return options.binding(of: key, as: P.self) }
            isNewCall = true
            var options = options
            options.isUnavailableInTests = options.isUnavailableInTests && !call.function.isAssigned
            return options.binding(of: Key(P.self, .call(FunctionCall(keeping: call))), as: P.self)
        }
        if isNewCall {
            sweepCalls(key.word)
        }
        return hit
    }

    /// Lets the cells of calls go that have no instance.
    ///
    /// - Parameters:
    ///   - word: The word of the function.
    ///   - atOnce: Whether the search must not wait until there are many new cells.
    func sweepCalls(_ word: KeyWord, atOnce: Bool = false) {
        guard let cell = root.cell(word) else { return }
        let all = cell.withLock { $0.others?.toSweep(atOnce: atOnce) } ?? []
        // This may release an instance, whose `deinit` may call the function.
        let unused = all.map { (keyed: $0, box: $0.cell.withLock(\.slot.instance)) }.filter { $0.box?.strong == nil }
        // The cells and their bindings are released after the lock.
        let gone = cell.withLock { cell in
            let gone = unused.compactMap { keyed, box in
                keyed.cell.withLock { $0.leaveIfUnused(box) }.map { (keyed: keyed, binding: $0) }
            }
            gone.forEach { cell.others?.remove($0.keyed) }
            return gone
        }
        extendLifetime(gone)
    }

    /// Drops the instances of a declared function, whose binding has changed.
    func dropCalls(of key: Key) {
        guard key.isOfFunction, let cell = root.cell(key.word) else { return }
        for keyed in cell.withLock({ $0.others?.all }) ?? [] {
            perform(.reset, in: Holder(keyed))
        }
    }
}
