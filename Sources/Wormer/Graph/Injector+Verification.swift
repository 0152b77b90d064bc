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
    /// Found are: declared dependencies that nobody binds, declared cycles, kept instances that would hold what lives
    /// shorter, and implementations that do not conform to their interface. Bindings that another has replaced are no
    /// fault, and are listed.
    ///
    /// - Parameters:
    ///   - making: Whether also to make every instance, in a throw-away copy of the bindings and with every scope open,
    ///     so that closures are seen too. Instances that have to be awaited are not made, nor those that need a provided
    ///     value, unless the call is made in the scope with that value. No `onEnd` runs unless a decorator throws. Where
    ///     a closure uses a forced lookup that fails, the process ends.
    ///   - fileID: The file that asks, which errors show.
    ///   - line: The line that asks, which errors show.
    /// - Returns: What could not be seen, and which bindings were replaced.
    /// - Throws: `VerificationError`, with every fault.
    /// - Complexity: O(*n* log *n*) in the number of bindings and declared dependencies.
    @discardableResult
    public func verify(
        making: Bool = false,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) throws(VerificationError) -> Verification {
        var wiring = Wiring(of: self)
        var failures: [VerificationError.Fault] = []
        if making {
            let location = CodeLocation(fileID: fileID, line: line)
            let scopes = Set(wiring.sites.compactMap(\.binding.lifetime.scopeToOpen))
            (failures, wiring) = OpenScope.withAll(Array(scopes)[...], at: location) {
                Layer.$current.withValue(Layer(sharesInstances: false)) {
                    (makeEverything(of: wiring, at: location), Wiring(of: self))
                }
            }
        }
        let inspection = Inspection(of: wiring)
        let faults = inspection.faults + failures
        guard faults.isEmpty else {
            throw VerificationError(faults: faults, unseen: inspection.unseen, replaced: inspection.replaced)
        }
        return Verification(count: wiring.sites.count, unseen: inspection.unseen, replaced: inspection.replaced)
    }

    private func makeEverything(of wiring: Wiring, at location: CodeLocation) -> [VerificationError.Fault] {
        wiring.sites.filter { $0.binding.factory != nil }.compactMap { site in
            let owner = (0..<site.level).reduce(resolved) { injector, _ in injector.parent ?? injector }
            guard !site.binding.canOnlyBeAwaited(in: owner) else {
                return nil
            }
            do {
                try site.binding.request(from: owner, at: location)
                return nil
            } catch {
                let error = InjectionError(error, answering: Request(site.binding.key, at: location))
                if case .notProvided(_, location) = error.reason {
                    return nil
                }
                return .failed(error)
            }
        }
    }
}

/// Looks for faults in what is known without making anything.
private struct Inspection {
    let wiring: Wiring
    let faults: [VerificationError.Fault]
    let unseen: [Verification.Unseen]
    let replaced: [Verification.Replacement]

    init(of wiring: Wiring) {
        self.wiring = wiring
        let bindings = wiring.sites.map(\.binding)
        unseen = wiring.sites.filter(\.isUnseen).map {
            Verification.Unseen(interface: $0.binding.key.description, location: $0.binding.location)
        }
        replaced = wiring.sites.compactMap { site in
            site.replaced.map {
                Verification.Replacement(
                    interface: site.binding.key.description,
                    replaced: $0,
                    location: site.binding.location
                )
            }
        }
        var faults: [VerificationError.Fault] = []
        var successors: [Int: [Int]] = [:]
        for (index, site) in wiring.sites.enumerated() {
            if site.binding.isConforming == false {
                faults.append(.nonConforming(site.binding))
            }
            for need in site.needs {
                let providers = wiring.providers(of: need, for: site)
                // A provider resolves later: it closes no cycle and holds nothing.
                if !need.isDeferred {
                    successors[index, default: []] += providers
                }
                if providers.isEmpty, !need.isOptional, need.isDeclared {
                    faults.append(.missing(need.key, neededBy: site.binding, among: bindings))
                }
            }
        }
        faults += Cycles(of: Array(wiring.sites.indices), successors: successors).paths.map { circle in
            .cycle(path: circle.map { VerificationError.Link(bindings[$0]) })
        }
        self.faults = faults + Inspection.captives(in: wiring, successors: successors)
    }

    /// Each kept instance that reaches what lives shorter without another kept instance between them.
    private static func captives(in wiring: Wiring, successors: [Int: [Int]]) -> [VerificationError.Fault] {
        let bindings = wiring.sites.map(\.binding)
        /// The path that was found from each transient binding, for singletons and for what may end before them.
        var witness: [Bool: [Int: [Int]]] = [:]

        /// A path from a transient binding down to what lives shorter than its holder, empty if there is none.
        func path(from start: Int, for holder: Lifetime) -> [Int] {
            var pending = [[start]]
            var seen: Set<Int> = [start]
            while let path = pending.popLast() {
                for next in successors[path[path.count - 1], default: []] {
                    if bindings[next].lifetime.isShorter(than: holder) {
                        return path + [next]
                    }
                    if bindings[next].lifetime == .transient, seen.insert(next).inserted {
                        pending.append(path + [next])
                    }
                }
            }
            return []
        }

        var faults: [VerificationError.Fault] = []
        for index in wiring.sites.indices where bindings[index].lifetime.isKeptByBinding {
            let holder = bindings[index].lifetime
            for next in successors[index, default: []] {
                var captive: [Int] = []
                if bindings[next].lifetime.isShorter(than: holder) {
                    captive = [next]
                } else if bindings[next].lifetime == .transient {
                    captive = witness[holder == .singleton]?[next] ?? path(from: next, for: holder)
                    witness[holder == .singleton, default: [:]][next] = captive
                }
                if let last = captive.last {
                    let links = ([index] + captive).map { VerificationError.Link(bindings[$0]) }
                    faults.append(.captive(path: links, holder: holder, lifetime: bindings[last].lifetime))
                }
            }
        }
        return faults
    }
}

extension VerificationError.Fault {
    fileprivate static func missing(_ key: Key, neededBy binding: AnyBinding, among bindings: [AnyBinding]) -> Self {
        .missing(
            interface: key.description,
            neededBy: binding.key.description,
            at: binding.location,
            nearMisses: NearMiss.nearest(to: key, among: bindings)
        )
    }

    fileprivate static func nonConforming(_ binding: AnyBinding) -> Self {
        .nonConforming(
            interface: "\(binding.key.interface)",
            implementation: "\(binding.implementation)",
            at: binding.location
        )
    }
}

extension VerificationError.Link {
    fileprivate init(_ binding: AnyBinding) {
        self.init(interface: binding.key.description, location: binding.location)
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

extension Lifetime {
    /// Whether an instance can end before one that a binding keeps for another lifetime.
    fileprivate func isShorter(than holder: Lifetime) -> Bool {
        switch self {
        case .transient, .singleton: false
        case .weak, .resolution: holder == .singleton
        case .scope(let scope): holder == .singleton || !scope.isAlwaysOpen
        }
    }
}
