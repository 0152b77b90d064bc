/// Looks for faults in what is known without making anything.
struct Inspection {
    let faults: [VerificationError.Fault]
    let remarks: Verification.Remarks

    /// The bindings whose synchronous requests depend on a condition, or would fail.
    let holders: [Int]

    init(of wiring: Wiring, missesServices: Bool) {
        let bindings = wiring.sites.map(\.binding)
        let unseen = wiring.sites.filter(\.isUnseen).map {
            Verification.Unseen(interface: $0.binding.key.description, location: $0.binding.location)
        }
        let replaced = wiring.sites.compactMap { site in
            site.replaced.map {
                Verification.Replacement(
                    interface: site.binding.key.description,
                    replaced: $0,
                    location: site.binding.location
                )
            }
        }
        var faults: [VerificationError.Fault] = []
        var (certain, possible): ([Int: [Int]], [Int: [Int]]) = ([:], [:])
        for (index, site) in wiring.sites.enumerated() {
            if site.binding.isConforming == false {
                faults.append(.nonConforming(site.binding))
            }
            if site.isUnassigned {
                faults.append(.unassigned(service: site.binding.key.description, at: site.binding.location))
            }
            if site.service?.endsNever == true {
                faults.append(.endless(site.binding))
            }
            for need in site.needs {
                let providers = wiring.providers(of: need, for: site)
                // A provider resolves later: it closes no cycle and holds nothing.
                if !need.isDeferred {
                    possible[index, default: []] += providers
                    certain[index, default: []] += need.isCertain ? providers : []
                }
                if providers.isEmpty, !need.isOptional, need.isDeclared {
                    faults.append(.missing(need.key, neededBy: site.binding, among: bindings))
                }
            }
        }
        let waits = Waits(in: wiring)
        faults += Inspection.connections(in: wiring, certain) + waits.faults
        self.faults = faults
        holders = waits.holders
        let known = faults.map(\.description)
        remarks = Verification.Remarks(
            unseen: unseen,
            replaced: replaced,
            requirements: waits.requirements,
            possibleFaults: (Inspection.connections(in: wiring, possible) + waits.possibleFaults)
                .filter { !known.contains($0.description) },
            missesServices: missesServices
        )
    }

    /// The cycles and the captives.
    private static func connections(in wiring: Wiring, _ successors: [Int: [Int]]) -> [VerificationError.Fault] {
        let cycles = Cycles(of: Array(wiring.sites.indices), successors: successors).paths.map { cycle in
            VerificationError.Fault.cycle(path: cycle.map { VerificationError.Link(wiring.sites[$0].binding) })
        }
        return cycles + captives(in: wiring, successors: successors)
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

    fileprivate static func endless(_ binding: AnyBinding) -> Self {
        .endless(service: binding.key.description, lifetime: binding.lifetime, at: binding.location)
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
    init(_ binding: AnyBinding) {
        self.init(interface: binding.key.description, location: binding.location)
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
