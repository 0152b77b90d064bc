import CWormer

extension Injector {
    /// Checks all bindings at once, before anything is made.
    ///
    /// Call it in a test or at start-up:
    ///
    /// ```swift
    /// let verification = try Injector.default.verify()
    /// print(verification)
    /// ```
    ///
    /// The faults are declared dependencies that are not bound, services without an initializer that were not assigned,
    /// cycles, kept instances that would hold what lives shorter, implementations that do not conform to their
    /// interface, and synchronous requests for what can only be awaited. Bindings that another has replaced are no
    /// fault, and are listed. The main injector also checks the services that are declared as properties, whether or
    /// not they were read.
    ///
    /// - Parameters:
    ///   - making: Whether also to make every instance, in a throw-away copy of the bindings and with every scope open,
    ///     so that closures are seen too. Instances that have to be awaited are not made, nor those that need a provided
    ///     value, unless the call is made in the scope with that value; nor services whose source does not tell all that
    ///     they need. No `onEnd` runs unless a decorator throws. Where a closure uses a forced lookup that fails, the
    ///     process ends.
    ///   - fileID: The file that asks, which errors show.
    ///   - line: The line that asks, which errors show.
    /// - Returns: How many bindings were checked, and remarks: bindings that could not be checked, that were replaced, or
    ///   that belong to an actor without saying so.
    /// - Throws: `VerificationError`, with every fault.
    /// - Complexity: O(*n* log *n*) in the number of bindings and declared dependencies.
    @discardableResult
    public func verify(
        making: Bool = false,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(VerificationError) -> Verification {
        try verify(
            services,
            missesServices: isMain && !DeclaredService.areRecorded,
            making: making,
            at: CodeLocation(fileID: fileID, line: line)
        )
    }

    /// Checks all bindings at once, and the declared services whether or not they were read.
    package func verifyWithServices(
        making: Bool,
        at location: CodeLocation
    ) throws(VerificationError) -> Verification {
        try verify(DeclaredService.all, missesServices: !DeclaredService.areRecorded, making: making, at: location)
    }

    private func verify(
        _ services: [DeclaredService],
        missesServices: Bool,
        making: Bool,
        at location: CodeLocation
    ) throws(VerificationError) -> Verification {
        let wiring = Wiring(of: self, with: services)
        var inspection = Inspection(of: wiring, in: self, missesServices: missesServices)
        var failures: [VerificationError.Fault] = []
        if making {
            // To read a service that has a fault would end the process.
            let holders = inspection.holders
            let isReadable = inspection.faults.isEmpty && inspection.remarks.possibleFaults.isEmpty
            let scopes = Set(wiring.sites.compactMap(\.binding.lifetime.scopeToOpen))
            (failures, inspection) = OpenScope.withAll(Array(scopes)[...], at: location) {
                Layer.$current.withValue(Layer(sharesInstances: false)) {
                    // A stand-in that is used to make an instance is not used by a test.
                    let failures = Unimplemented.$isVerifying.withValue(true) {
                        defer { if isReadable { readServices(of: wiring, without: holders) } }
                        return makeEverything(of: wiring, at: location)
                    }
                    let made = Wiring(of: self, with: services)
                    return (failures, Inspection(of: made, in: self, missesServices: missesServices))
                }
            }
        }
        let faults = inspection.faults + failures
        guard faults.isEmpty else {
            throw VerificationError(faults: faults, remarks: inspection.remarks)
        }
        return Verification(count: wiring.sites.count - inspection.remarks.unseen.count, remarks: inspection.remarks)
    }

    /// Reads each declared service that can be read here, as far as is known: neither it nor one of its needs depends on
    /// a value that is not provided, on an instance that is not made, or on something that its source does not tell.
    private func readServices(of wiring: Wiring, without holders: [Int]) {
        let isOnMainActor = wormer_is_on_main_queue()
        for (index, site) in wiring.sites.enumerated() {
            guard let service = site.service, !site.binding.isAssigned, service.hasInitializer,
                site.isolation == nil || site.isolation === MainActor.shared && isOnMainActor,
                wiring.reach(from: index).allSatisfy({
                    !wiring.sites[$0].lacksInstance && !holders.contains($0)
                        && (!wiring.sites[$0].isUnseen || wiring.sites[$0].service == nil)
                })
            else {
                continue
            }
            service.read(owner(of: site))
        }
    }

    /// The injector in which a binding is registered, or a service will be.
    private func owner(of site: Wiring.Site) -> Injector {
        (0..<site.level).reduce(resolved) { injector, _ in injector.parent ?? injector }
    }

    private func makeEverything(of wiring: Wiring, at location: CodeLocation) -> [VerificationError.Fault] {
        let hasStandIns = wiring.sites.contains(where: \.binding.isUnimplemented)
        let sites = wiring.sites.indices.filter { index in
            wiring.sites[index].binding.factory != nil
                && !(hasStandIns && wiring.reach(from: index).contains { wiring.sites[$0].binding.isUnimplemented })
        }
        return sites.compactMap { index in
            let site = wiring.sites[index]
            let owner = owner(of: site)
            guard !site.binding.canOnlyBeAwaited(in: owner) else {
                return nil
            }
            do {
                try site.binding.request(from: owner, at: location)
                return nil
            } catch {
                let error = InjectionError(error, answering: Request(site.binding.key, at: location))
                return switch error.reason {
                case .notProvided(_, location), .unimplemented: nil
                default: .failed(error)
                }
            }
        }
    }
}

extension OpenScope {
    /// Runs `body` with scopes open that nothing ends, and that have the values of those that are open already.
    fileprivate static func withAll<Result>(
        _ scopes: ArraySlice<Scope>,
        at location: CodeLocation,
        _ body: () -> Result
    ) -> Result {
        guard let scope = scopes.first else {
            return body()
        }
        let values = innermost(scope)?.takeUnretainedValue().values ?? []
        let open = OpenScope(scope, with: values, endsSynchronously: false, at: location)
        return $current.withValue(open) { withAll(scopes.dropFirst(), at: location, body) }
    }
}

extension Wiring.Site {
    /// Whether the binding is a stand-in, or a value that the innermost scope of its name was opened without.
    fileprivate var lacksInstance: Bool {
        if binding.isUnimplemented {
            return true
        }
        guard binding.isProvided, let scope = binding.lifetime.scopeToOpen else {
            return false
        }
        return OpenScope.innermost(scope)?.takeUnretainedValue().keptSlot(for: binding) == nil
    }
}
