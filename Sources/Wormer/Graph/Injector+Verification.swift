extension Injector {
    /// Checks all bindings, services and injected properties, and throws an error that lists every fault.
    ///
    /// Call it at startup, or in a test. It creates nothing:
    ///
    /// ```swift
    /// let verification = try Injector.default.verify()
    /// print(verification)
    /// ```
    ///
    /// Faults are parameters whose types aren't bound, services without an initializer that weren't assigned, services
    /// whose `onEnd` never runs, cycles, shared instances that would hold shorter-lived ones, implementations that
    /// don't conform to their interface, and synchronous lookups of instances that must be awaited. Replaced bindings
    /// aren't faults; the result lists them. In the main injector, the method also checks all services, even those that
    /// were never read, and the injected properties of the program: a property is a fault if it isn't optional, nothing
    /// is bound to its type, under any identifier and in any injector, and no property of the program reads a value of
    /// the type from a container, as `@Inject(\.client.limit)` does.
    ///
    /// - Parameter injectedProperties: The properties with `@Inject` or `@LazyInject` to check.
    /// - Returns: The number of bindings that were checked, and remarks about bindings and properties.
    /// - Throws: `VerificationError` with every fault.
    /// - Complexity: O(*n* log *n* + *s* *n*), where *n* is the number of bindings and their parameters, and of types
    ///   and properties of the program, and *s* the number of shared instances and closures.
    @discardableResult
    public func verify(injectedProperties: InjectedProperties = .automatic) throws(VerificationError) -> Verification {
        try verify(injectedProperties, services)
    }

    /// Checks what `verify()` checks, creates every instance, and ends what it created.
    ///
    /// Call it in a test, because the closures really open files and connections.
    ///
    /// ```swift
    /// func checkEverything() async throws {
    ///     try await Injector.default.verifyInstances()
    /// }
    /// ```
    ///
    /// The instances are created in a temporary copy of the bindings with every scope open: first the singletons, in the
    /// order of `prepare()`, and then the others. Asynchronous factories are awaited. Isolated factories run on their
    /// actor, and other synchronous ones on the main actor. Errors of factories are faults, and so are those of the
    /// `onEnd` closures, all of which run. A service is created only if its source shows all of its needs and `verify()`
    /// finds no fault. The result lists what wasn't created: `unimplemented` bindings, what is known to need one, and
    /// instances that need a provided value, unless you call the method inside a scope with that value.
    ///
    /// - Parameters:
    ///   - injectedProperties: The properties with `@Inject` or `@LazyInject` to check.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Returns: The number of bindings that were checked, and remarks about bindings and properties.
    /// - Throws: `VerificationError` with every fault.
    /// - Precondition: A forced lookup in a closure, such as `instance(for:)`, succeeds. Otherwise the process ends
    ///   with a message that names the factory. Use `throwingInstance(for:)` in closures.
    @discardableResult
    public nonisolated(nonsending) func verifyInstances(
        injectedProperties: InjectedProperties = .automatic,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) async throws(VerificationError) -> Verification {
        try await verifyInstances(injectedProperties, services, at: CodeLocation(fileID: fileID, line: line))
    }

    /// Checks all bindings and the given services.
    package func verify(
        _ properties: InjectedProperties,
        _ services: [DeclaredService]
    ) throws(VerificationError) -> Verification {
        try Inspection(of: self, services, properties).result()
    }

    /// Checks all bindings and the given services, and creates every instance.
    package nonisolated(nonsending) func verifyInstances(
        _ properties: InjectedProperties,
        _ services: [DeclaredService],
        at location: CodeLocation
    ) async throws(VerificationError) -> Verification {
        let inspection = Inspection(of: self, services, properties)
        await inspection.createInstances(at: location)
        return try inspection.result(isOfInstances: true)
    }
}

extension Inspection {
    /// Returns the result of `verify()` or `verifyInstances()`.
    fileprivate func result(isOfInstances: Bool = false) throws(VerificationError) -> Verification {
        let all = created + findings
        let (faults, remarks) = (all.filter(\.isFault), all.filter { !$0.isFault })
        guard faults.isEmpty else {
            throw VerificationError(faults: faults, remarks: remarks, isOfInstances: isOfInstances)
        }
        let checkedCount = graph.nodes.count - remarks.count { $0.kind == .unchecked }
        return Verification(checkedCount: checkedCount, remarks: remarks, isOfInstances: isOfInstances)
    }

    /// Creates every instance in a temporary copy of the bindings, and inspects what is known then.
    fileprivate nonisolated(nonsending) func createInstances(at location: CodeLocation) async {
        let override = Override(withoutInstances: true)
        await withAll(graph.scopes[...], at: location) {
            await override.run {
                created += $0.map { failure in
                    let text = "the 'onEnd' of the binding at \(failure.location) " + threw(failure.error)
                    return Finding(.onEnd, [], text)
                }
            } _: {
                // The verification uses the stand-ins here, not a test.
                await Context.new { $0.isVerifying = true }.run {
                    await createBindings(at: location)
                    // Reading a service that has a fault, or needs what has one, would end the process.
                    if possibleFaults.isEmpty, !(created + findings).contains(where: \.isFault) {
                        await readServices()
                    }
                }
                graph = Graph(of: injector, with: services)
                inspect()
            }
        }
    }

    /// Creates an instance of each binding: first the singletons, as `prepare()` of the parents and of the injector does,
    /// and then the others in the same order.
    private nonisolated(nonsending) func createBindings(at location: CodeLocation) async {
        let nodes = graph.nodes.indices.filter { graph.nodes[$0].binding.hasFunction }
        let unimplemented = graph.dependents(on: nodes.filter { graph.nodes[$0].binding.isUnimplemented })
        func order(_ index: Int) -> (Int, Int, Int, Int) {
            let (binding, level) = (graph.nodes[index].binding, graph.nodes[index].level)
            let isLater = binding.lifetime == .singleton ? 0 : 1
            return (isLater, -level, binding.preparationStep.rawValue, binding.identity)
        }
        var found: [(index: Int, finding: Finding)] = []
        for index in nodes.ordered(by: { order($0) < order($1) }) {
            let node = graph.nodes[index]
            let binding = node.binding
            if unimplemented.contains(index) {
                let obstacle = binding.isUnimplemented ? "unimplemented" : "needs an unimplemented instance"
                found.append((index, notCreated(binding, obstacle)))
            } else {
                do {
                    try await Self.create(binding, in: graph.lineage[node.level], at: location)
                } catch {
                    found.append((index, finding(of: error, creating: binding, at: location)))
                }
            }
        }
        created += found.ordered { $0.index < $1.index }.map(\.finding)
    }

    /// Returns the finding about an instance that could not be created.
    @inline(never)
    private func finding(of error: any Error, creating binding: Binding, at location: CodeLocation) -> Finding {
        let error = InjectionError.of(error, answering: Lookup(binding.key, at: location))
        switch error.reason {
        case .notProvided(let scope, _): return notCreated(binding, "the scope '\(scope.name)' has no value for it")
        case .unimplemented: return notCreated(binding, "needs an unimplemented instance")
        case .unavailableInTests: return notCreated(binding, "unavailable in tests")
        // All scopes are open, but possibly in another order than in the program.
        case .scopeNotOpen(let scope, _, _):
            return notCreated(binding, "the order of the scope '\(scope.name)' is not declared")
        default:
            let place = Finding.Place(binding, graph.words)
            return Finding(.failure, [place], error.description.indented(), because: error.reason)
        }
    }

    private func notCreated(_ binding: Binding, _ obstacle: String) -> Finding {
        let place = Finding.Place(binding, graph.words)
        return Finding(.notCreated, [place], place.description + ": " + obstacle)
    }

    /// Creates an instance from the main actor, so that a closure can look up the main actor's instances.
    @MainActor
    private static func create(_ binding: Binding, in owner: Injector, at location: CodeLocation) async throws {
        if binding.dependencies.isEmpty, !binding.isAsynchronous,
            binding.isolation.map({ $0 === MainActor.shared }) ?? true
        {
            _ = try owner.require(Lookup(binding.key, at: location))
        } else {
            _ = try await owner.asyncRequire(Lookup(binding.key, at: location))
        }
    }

    /// Reads each declared service that is known to be readable here.
    ///
    /// Such a service and its needs require no value that is not provided, no instance that is not created, and no code
    /// that the source does not show.
    private nonisolated(nonsending) func readServices() async {
        let unreadable = graph.nodes.indices.filter { place in
            let node = graph.nodes[place]
            return node.lacksInstance || holders.contains(place) || node.isUnchecked && node.service != nil
        }
        let skipped = graph.dependents(on: unreadable)
        for (place, node) in graph.nodes.enumerated() where !skipped.contains(place) && !node.binding.isAssigned {
            if let service = node.service, service.hasInitializer,
                node.isolation == nil || node.isolation === MainActor.shared
            {
                let owner = graph.lineage[node.level]
                await MainActor.run { service.read(owner) }
            }
        }
    }
}

extension Inspection {
    /// Runs `body` with the scopes open, each with the values that it has if it is already open.
    ///
    /// The override inside ends what was created.
    fileprivate nonisolated(nonsending) func withAll(
        _ scopes: ArraySlice<Scope>,
        at location: CodeLocation,
        _ body: () async -> Void
    ) async {
        guard let scope = scopes.first else { return await body() }
        let rest = scopes.dropFirst()
        let values = (try? OpenedScope.find(scope, for: injector, below: nil))?.values ?? []
        guard let open = try? OpenedScope(scope, with: values, for: injector, at: location) else {
            return await withAll(rest, at: location, body)
        }
        await open.context().run { await withAll(rest, at: location, body) }
        _ = await open.end(at: location)
    }
}

extension Graph.Node {
    /// Whether the binding is a stand-in, or a provided value that the innermost scope with its name does not have.
    fileprivate var lacksInstance: Bool {
        if binding.isUnimplemented || binding.isUnavailableInTests && Context.isInTest {
            return true
        }
        guard binding.isProvided, let scope = binding.lifetime.scopeToOpen else { return false }
        return OpenedScope.find(scope, among: OpenedScope.ofTask)?.instance(of: binding) == nil
    }
}
