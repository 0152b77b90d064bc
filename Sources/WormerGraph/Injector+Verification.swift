import Wormer

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
    /// and empty lists aren't faults; the result lists them. In the main injector, the method also checks all services,
    /// even those that were never read, and the injected properties of the program: a property is a fault if it isn't
    /// optional, nothing is bound to its type, under any identifier and in any injector, and no property of the program
    /// reads a value of the type from a container, as `@Inject(\.client.limit)` does.
    ///
    /// - Parameter injectedProperties: The properties with `@Inject` or `@LazyInject` to check.
    /// - Returns: The number of bindings that were checked, and remarks about bindings and properties.
    /// - Throws: `VerificationError` with every fault.
    /// - Complexity: O(*n* log *n* + *s* *n*), where *n* is the number of bindings and their parameters, and of types
    ///   and properties of the program, and *s* the number of shared instances and closures.
    @discardableResult
    public func verify(injectedProperties: InjectedProperties = .automatic) throws(VerificationError) -> Verification {
        let graph = Graph(of: self)
        return try Inspection(of: graph, injectedProperties.program(for: graph.snapshot)).result()
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
    /// actor, and other synchronous ones on the main actor. Errors of factories are faults, each listed once, and not again
    /// for what needs the instance. So are those of the `onEnd` closures, all of which run. A service is created only if
    /// its source shows all of its needs and `verify()` finds no fault. The result lists what wasn't created:
    /// `unimplemented` bindings, what is known to need one, and instances that need a provided value, unless you call the
    /// method inside a scope with that value.
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
        let graph = Graph(of: self)
        let inspection = Inspection(of: graph, injectedProperties.program(for: graph.snapshot))
        let location = CodeLocation(fileID: fileID, line: line)
        let (created, inspectionAfterwards) = await inspection.createInstances(in: self, at: location)
        return try inspectionAfterwards.result(with: created)
    }
}

extension Inspection {
    /// Returns the result of `verify()` or, with the findings of the instances that were created, `verifyInstances()`.
    fileprivate func result(with created: [Finding]? = nil) throws(VerificationError) -> Verification {
        let (all, isOfInstances) = ((created ?? []) + findings, created != nil)
        let (faults, remarks) = (all.filter(\.isFault), all.filter { !$0.isFault })
        guard faults.isEmpty else {
            throw VerificationError(faults: faults, remarks: remarks, isOfInstances: isOfInstances)
        }
        let uncheckedCount = remarks.uncheckedCount
        return Verification(
            checkedCount: graph.nodes.count - uncheckedCount,
            remarks: remarks,
            uncheckedCount: uncheckedCount,
            isOfInstances: isOfInstances
        )
    }

    /// Creates every instance in a temporary copy of the bindings.
    ///
    /// - Returns: What was found only thus, and an inspection of what is known then.
    fileprivate nonisolated(nonsending) func createInstances(
        in injector: Injector,
        at location: CodeLocation
    ) async -> (created: [Finding], afterwards: Inspection) {
        let nodes = graph.nodes.indices.filter { graph.nodes[$0].binding.hasFunction }
        let standIns = graph.dependents(on: nodes.filter { graph.nodes[$0].binding.isUnimplemented })
        let places = nodes.filter { !standIns.contains($0) }.sorted { order(of: $0) < order(of: $1) }
        let trials = places.map { place in
            let binding = graph.nodes[place].binding
            return (key: binding.key, injector: graph.snapshot.injectors[graph.nodes[place].level])
        }
        var (created, afterwards) = ([] as [Finding], self)
        let ends = await injector.tryCreating(trials, opening: graph.scopes[...], at: location) { errors in
            let failures = zip(places, errors).compactMap { place, error in
                error.map { (place: place, error: $0, finding: finding(of: $0, creating: graph.nodes[place].binding)) }
            }
            // A binding that needs one that fails has the same fault, which is reported once.
            let own = Set(failures.filter { $0.error.boundPath.count == 1 }.map(\.error.cause))
            let found = failures.filter {
                !$0.finding.isFault || $0.error.boundPath.count == 1 || !own.contains($0.error.cause)
            }
            let skipped = nodes.filter(standIns.contains).map { place in
                let binding = graph.nodes[place].binding
                let obstacle = binding.isUnimplemented ? "unimplemented" : "needs an unimplemented instance"
                return (place: place, finding: notCreated(binding, obstacle))
            }
            // Reading a service that has a fault, or needs what has one, would end the process.
            let mayRead = possibleFaults.isEmpty && !(found.map(\.finding) + findings).contains(where: \.isFault)
            let read = mayRead ? await readServices() : []
            afterwards = Inspection(of: Graph(of: injector), program, hasRun: true)
            let new = found.filter { !afterwards.isKnown($0.error) }.map { (place: $0.place, finding: $0.finding) }
            created = (new + skipped).sorted { $0.place < $1.place }.map(\.finding) + read
        }
        created += ends.map { end in
            let error = "threw \(Key(type(of: end.error))): \(end.error)"
            return Finding(.onEnd, [], "the 'onEnd' of the binding at \(end.location) " + error)
        }
        return (created, afterwards)
    }

    /// The order in which instances are created: first the singletons, as `prepare()` of the parents and of the injector
    /// does, and then the others.
    private func order(of place: Int) -> (Int, Int, Int, Int) {
        let (binding, level) = (graph.nodes[place].binding, graph.nodes[place].level)
        return (binding.lifetime == .singleton ? 0 : 1, -level, binding.preparationStep.rawValue, binding.identity)
    }

    /// Returns whether the graph alone shows why an instance could not be created.
    private func isKnown(_ error: InjectionError) -> Bool {
        findings.contains { finding in
            let places = finding.places.map(\.location)
            let isOfReason = finding.reason.map { "\($0)" } == "\(error.reason)"
            return isOfReason && !places.isEmpty && Set(places) == Set(error.boundPath.suffix(places.count))
        }
    }

    /// Returns the finding about an instance that could not be created.
    private func finding(of error: InjectionError, creating binding: Binding) -> Finding {
        switch error.reason {
        case .notProvided(let scope, _): return notCreated(binding, withoutValueIn: scope)
        case .unimplemented: return notCreated(binding, "needs an unimplemented instance")
        case .unavailableInTests: return notCreated(binding, "unavailable in tests")
        // All scopes are open, but possibly in another order than in the program.
        case .scopeNotOpen(let scope, _, _):
            return notCreated(binding, "the order of the scope '\(scope.name)' is not declared")
        default:
            let place = Finding.Place(binding, graph.words)
            // Further lines are indented below the first one.
            let text = error.description.split(separator: "\n").joined(separator: "\n    ")
            return Finding(.failure, [place], text, because: error.reason)
        }
    }

    private func notCreated(_ binding: Binding, withoutValueIn scope: Scope?) -> Finding {
        notCreated(binding, "the scope '\(scope?.name ?? "")' has no value for it")
    }

    private func notCreated(_ binding: Binding, _ obstacle: String) -> Finding {
        let place = Finding.Place(binding, graph.words)
        return Finding(.notCreated, [place], place.description + ": " + obstacle)
    }

    /// Reads each declared service that is known to be readable here, and calls each function without parameters.
    ///
    /// Such a service and its needs require no value that is not provided, no instance that is not created, and no code
    /// that the source does not show.
    ///
    /// - Returns: What was found.
    private nonisolated(nonsending) func readServices() async -> [Finding] {
        var found: [Finding] = []
        let missing = graph.nodes.indices.filter { place in
            graph.nodes[place].binding.lacksInstance(in: graph.snapshot.injectors[graph.nodes[place].level])
        }
        let unreadable = graph.nodes.indices.filter { place in
            holders.contains(place) || graph.nodes[place].isUnchecked && graph.nodes[place].service != nil
        }
        let skipped = graph.dependents(on: missing + unreadable)
        let lost = skipped.subtracting(missing + unreadable).filter { graph.nodes[$0].service != nil }
        for node in missing.map({ graph.nodes[$0] }) where node.service != nil && node.binding.isProvided {
            found.append(notCreated(node.binding, withoutValueIn: node.binding.scope))
        }
        found += lost.sorted().map { notCreated(graph.nodes[$0].binding, "depends on what was not created") }
        for (place, node) in graph.nodes.enumerated() where !skipped.contains(place) && !node.binding.isAssigned {
            if let service = node.service, service.source != nil,
                node.isolation == nil || node.isolation === MainActor.shared || service.declaration.isFunction
            {
                do {
                    try await service.read(graph.snapshot.injectors[node.level])
                } catch {
                    let lookup = Lookup(node.binding.key, at: node.binding.location)
                    found.append(finding(of: .of(error, answering: lookup), creating: node.binding))
                }
            }
        }
        return found
    }
}

extension InjectionError {
    /// The locations of the bindings on the path.
    fileprivate var boundPath: [CodeLocation] { path.compactMap(\.bindingLocation) }

    /// The location of the binding whose own factory failed or lacks something, and the reason.
    fileprivate var cause: [String] { [boundPath.last?.description ?? "", "\(reason)"] }
}
