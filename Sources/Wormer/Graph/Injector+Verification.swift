import CWormer

extension Injector {
    /// Checks all bindings, and throws an error that lists every fault.
    ///
    /// Call it in a test or at start-up:
    ///
    /// ```swift
    /// let verification = try Injector.default.verify()
    /// print(verification)
    /// ```
    ///
    /// The faults are declared dependencies that are not bound, services without an initializer that were not assigned,
    /// services whose `onEnd` never runs, cycles, shared instances that would hold shorter-lived ones, implementations
    /// that do not conform to their interface, and synchronous requests for instances that must be awaited. Replaced
    /// bindings are not faults; the result lists them. In the main injector, the method also checks all services that
    /// are declared as properties, even if they were never read.
    ///
    /// - Parameters:
    ///   - creatingInstances: Whether to also create every instance, so that closures are checked, too. The instances
    ///     are created in a temporary copy of the bindings with every scope open. The method does not create instances
    ///     that must be awaited, instances that need a provided value (unless you call the method inside a scope with
    ///     that value), and services whose source does not show all of their needs. No `onEnd` runs unless a decorator
    ///     throws. If a closure calls a method such as `instance(for:)` and the lookup fails, the process ends.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Returns: The number of bindings that were checked, and remarks about bindings that could not be checked, that
    ///   were replaced, or that are implicitly isolated to an actor.
    /// - Throws: `VerificationError` with every fault.
    /// - Complexity: O(*n* log *n*), where *n* is the number of bindings and declared dependencies.
    @discardableResult
    public func verify(
        creatingInstances: Bool = false,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(VerificationError) -> Verification {
        try verify(
            services,
            skipsUnreadServices: isMain && !DeclaredService.areRecorded,
            creatingInstances: creatingInstances,
            at: CodeLocation(fileID: fileID, line: line)
        )
    }

    /// Checks all bindings and all declared services, even if they were never read.
    package func verifyWithServices(
        creatingInstances: Bool,
        at location: CodeLocation
    ) throws(VerificationError) -> Verification {
        try verify(
            DeclaredService.all,
            skipsUnreadServices: !DeclaredService.areRecorded,
            creatingInstances: creatingInstances,
            at: location
        )
    }

    private func verify(
        _ services: [DeclaredService],
        skipsUnreadServices: Bool,
        creatingInstances: Bool,
        at location: CodeLocation
    ) throws(VerificationError) -> Verification {
        let wiring = Wiring(of: self, with: services)
        var inspection = Inspection(of: wiring, in: self, skipsUnreadServices: skipsUnreadServices)
        var failures: [VerificationError.Fault] = []
        if creatingInstances {
            // Reading a service that has a fault would end the process.
            let holders = inspection.holders
            let isReadable = inspection.faults.isEmpty && inspection.remarks.possibleFaults.isEmpty
            var scopes: [Scope] = []
            for case let scope? in wiring.nodes.map(\.binding.lifetime.scopeToOpen) where !scopes.contains(scope) {
                scopes.append(scope)
            }
            OpenScope.withAll(scopes, at: location) {
                Layer.$current.withValue(Layer(sharesInstances: false, endsInstances: false)) {
                    // The verification uses the stand-in here, not a test.
                    Unimplemented.$isVerifying.withValue(true) {
                        failures = makeEverything(of: wiring, at: location)
                        if isReadable {
                            readServices(of: wiring, without: holders)
                        }
                    }
                    let made = Wiring(of: self, with: services)
                    inspection = Inspection(of: made, in: self, skipsUnreadServices: skipsUnreadServices)
                }
            }
        }
        let faults = inspection.faults + failures
        guard faults.isEmpty else {
            throw VerificationError(faults: faults, remarks: inspection.remarks)
        }
        return Verification(
            checkedCount: wiring.nodes.count - inspection.remarks.unchecked.count,
            remarks: inspection.remarks
        )
    }

    /// Reads each declared service that is known to be readable here.
    ///
    /// Such a service and its needs require no value that is not provided, no instance that is not created, and no code
    /// that the source does not show.
    private func readServices(of wiring: Wiring, without holders: [Int]) {
        let isOnMainActor = wormer_is_on_main_actor()
        for (index, node) in wiring.nodes.enumerated() {
            guard let service = node.service, !node.binding.isAssigned, service.hasInitializer,
                node.isolation == nil || node.isolation === MainActor.shared && isOnMainActor,
                wiring.reach(from: index).allSatisfy({
                    !wiring.nodes[$0].lacksInstance && !holders.contains($0)
                        && (!wiring.nodes[$0].isUnchecked || wiring.nodes[$0].service == nil)
                })
            else {
                continue
            }
            service.read(owner(of: node))
        }
    }

    /// Returns the injector in which a binding is registered, or in which a service will be registered.
    private func owner(of node: Wiring.Node) -> Injector {
        (0..<node.level).reduce(resolved) { injector, _ in injector.parent ?? injector }
    }

    private func makeEverything(of wiring: Wiring, at location: CodeLocation) -> [VerificationError.Fault] {
        let hasStandIns = wiring.nodes.contains(where: \.binding.isUnimplemented)
        let nodes = wiring.nodes.indices.filter { index in
            wiring.nodes[index].binding.factory != nil
                && !(hasStandIns && wiring.reach(from: index).contains { wiring.nodes[$0].binding.isUnimplemented })
        }
        return nodes.compactMap { index in
            let node = wiring.nodes[index]
            let owner = owner(of: node)
            guard !node.binding.canOnlyBeAwaited(in: owner) else {
                return nil
            }
            do {
                try node.binding.request(from: owner, at: location)
                return nil
            } catch {
                let error = InjectionError(error, answering: Request(node.binding.key, at: location))
                return switch error.reason {
                case .notProvided(_, location), .unimplemented: nil
                default: .failed(error)
                }
            }
        }
    }
}

extension OpenScope {
    /// Runs `body` with the scopes open, without ending them.
    ///
    /// The scopes have the values of the scopes that are already open.
    @inline(never)
    fileprivate static func withAll(_ scopes: [Scope], at location: CodeLocation, _ body: () -> Void) {
        var rest = scopes
        guard let scope = rest.popLast() else {
            return body()
        }
        let values = innermost(scope)?.values ?? []
        let open = OpenScope(scope, with: values, endsSynchronously: false, at: location)
        $current.withValue(open) { withAll(rest, at: location, body) }
    }
}

extension Wiring.Node {
    /// Whether the binding is a stand-in, or a provided value that the innermost scope with its name does not have.
    fileprivate var lacksInstance: Bool {
        if binding.isUnimplemented {
            return true
        }
        guard binding.isProvided, let scope = binding.lifetime.scopeToOpen else {
            return false
        }
        return OpenScope.innermost(scope)?.instance(of: binding) == nil
    }
}
