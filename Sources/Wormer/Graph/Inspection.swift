/// The faults and remarks that can be found without creating instances.
final class Inspection {
    let faults: [VerificationError.Fault]
    let remarks: Verification.Remarks

    /// The bindings whose synchronous requests depend on a condition or would fail.
    let holders: [Int]

    init(of wiring: Wiring, in injector: Injector, skipsUnreadServices: Bool) {
        let spelling = wiring.spelling
        var faults: [VerificationError.Fault] = []
        var unchecked: [Verification.UncheckedBinding] = []
        var replacements: [Verification.Replacement] = []
        var implicitIsolations: [Verification.ImplicitIsolation] = []
        var certain = Array(repeating: [] as [Int], count: wiring.nodes.count)
        var possible = certain
        for (index, node) in wiring.nodes.enumerated() {
            let (binding, location) = (node.binding, node.binding.location)
            let interface = spelling.name(binding.key)
            if node.isUnchecked {
                unchecked.append(Verification.UncheckedBinding(interface: interface, location: location))
            }
            if let old = node.replaced {
                replacements.append(
                    Verification.Replacement(interface: interface, replacedLocation: old, location: location)
                )
            }
            if binding.factory?.isIsolationImplied == true {
                let actor = node.isolation.map { shortName(type(of: $0)) } ?? ""
                implicitIsolations.append(
                    Verification.ImplicitIsolation(interface: interface, location: location, actor: actor)
                )
            }
            if binding.isConforming == false {
                let implementation = spelling.name(binding.implementation)
                let interface = spelling.name(binding.key.interface)
                faults.append(.doesNotConform(interface: interface, implementation: implementation, at: location))
            }
            if node.isUnassigned {
                faults.append(.unassigned(service: interface, at: location))
            }
            if node.service?.endsNever == true {
                faults.append(.onEndNeverRuns(service: interface, lifetime: binding.lifetime, at: location))
            }
            for need in node.needs {
                let providers = wiring.providers(of: need, for: node)
                // A provider resolves later, so it cannot complete a cycle or hold an instance.
                if !need.isDeferred {
                    possible[index] += providers
                    certain[index] += need.isCertain ? providers : []
                }
                if providers.isEmpty, !need.isOptional, need.isDeclared {
                    let dependent = VerificationError.Link(binding, decoratedBy: need.decorator, spelling)
                    let request = Request(need.key, at: dependent.location)
                    faults.append(
                        .notBound(
                            interface: spelling.name(need.key),
                            neededBy: dependent.interface,
                            at: dependent.location,
                            nearMisses: NearMiss.nearest(to: request, in: injector)
                        )
                    )
                }
            }
        }
        let requests = SynchronousRequests(in: wiring)
        faults += Inspection.connections(in: wiring, certain) + requests.faults
        self.faults = faults
        holders = requests.holders
        let known = faults.map(\.description)
        let others = Inspection.connections(in: wiring, possible) + requests.possibleFaults
        remarks = Verification.Remarks(
            unchecked: unchecked,
            replacements: replacements,
            conditionalRequests: requests.conditionalRequests,
            implicitIsolations: implicitIsolations,
            possibleFaults: others.filter { !known.contains($0.description) },
            warnings: Inspection.warnings(in: wiring),
            skipsUnreadServices: skipsUnreadServices
        )
    }

    /// Returns the decorators that decorate nothing, and the arrays that stay empty although their element type is
    /// bound.
    private static func warnings(in wiring: Wiring) -> [Verification.Warning] {
        let decorators = wiring.unusedDecorators.map {
            let interface = wiring.spelling.name($0.key)
            return Verification.Warning(kind: .unusedDecorator, interface: interface, location: $0.location)
        }
        return decorators
            + wiring.nodes.flatMap { node in
                node.needs.compactMap { need in
                    wiring.bindingInsteadOfContributions(for: need, of: node).map { bound in
                        Verification.Warning(
                            kind: .emptyArray(
                                neededBy: wiring.spelling.name(node.binding.key),
                                boundAt: bound.location
                            ),
                            interface: wiring.spelling.name(bound.key),
                            location: node.binding.location
                        )
                    }
                }
            }
    }

    /// Returns the cycles and the captive dependencies.
    private static func connections(in wiring: Wiring, _ successors: [[Int]]) -> [VerificationError.Fault] {
        let faults = cycles(of: successors).map { cycle in
            VerificationError.Fault.cycle(path: wiring.links(of: cycle, followedBy: cycle.first))
        }
        return faults + captives(in: wiring, successors: successors)
    }

    /// Returns each shared instance that reaches a shorter-lived instance without another shared instance between them.
    private static func captives(in wiring: Wiring, successors: [[Int]]) -> [VerificationError.Fault] {
        let bindings = wiring.nodes.map(\.binding)
        /// The path that was found from each transient binding: one for singletons, and one for holders that may end
        /// before singletons.
        var witnesses = Array(repeating: Array(repeating: nil as [Int]?, count: bindings.count), count: 2)

        /// Returns a path from a transient binding to an instance that the holder would outlive, or an empty path.
        func path(from start: Int, for holder: Lifetime) -> [Int] {
            var pending = [[start]]
            var seen: Set<Int> = [start]
            while let path = pending.popLast() {
                for next in successors[path[path.count - 1]] {
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
        for index in wiring.nodes.indices where bindings[index].lifetime.isKeptByBinding {
            let holder = bindings[index].lifetime
            for next in successors[index] {
                var captive: [Int] = []
                if bindings[next].lifetime.isShorter(than: holder) {
                    captive = [next]
                } else if bindings[next].lifetime == .transient {
                    let kind = holder == .singleton ? 0 : 1
                    captive = witnesses[kind][next] ?? path(from: next, for: holder)
                    witnesses[kind][next] = captive
                }
                if let last = captive.last {
                    faults.append(
                        .captiveDependency(
                            path: wiring.links(of: [index] + captive),
                            holderLifetime: holder,
                            captiveLifetime: bindings[last].lifetime
                        )
                    )
                }
            }
        }
        return faults
    }
}

extension [VerificationError.Link] {
    /// The path in one line.
    @inline(never)
    var text: String { map(\.description).joined(separator: " -> ") }
}

extension VerificationError.Link {
    /// Creates the link for a binding, or for its decorator if that is what needs the next binding.
    @inline(never)
    fileprivate init(_ binding: AnyBinding, decoratedBy decorator: AnyDecoration?, _ spelling: Spelling) {
        let name = spelling.name(binding.key)
        self.init(
            interface: decorator == nil ? name : "the decorator of \(name)",
            location: decorator?.location ?? binding.location
        )
    }
}

extension Wiring {
    /// Returns the links of a path.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - next: The binding that the last one needs, if any.
    /// - Returns: The links.
    func links(of path: [Int], followedBy next: Int? = nil) -> [VerificationError.Link] {
        zip(path, path.dropFirst().map { $0 } + [next]).map { index, next in
            let needs = nodes[index].needs.filter { need in
                next.map { providers(of: need, for: nodes[index]).contains($0) } ?? false
            }
            let decorator = needs.contains { $0.decorator == nil } ? nil : needs.first?.decorator
            return VerificationError.Link(nodes[index].binding, decoratedBy: decorator, spelling)
        }
    }
}

extension Lifetime {
    /// Returns whether an instance can end before an instance that a binding keeps for another lifetime.
    fileprivate func isShorter(than holder: Lifetime) -> Bool {
        switch self {
        case .transient, .singleton: false
        case .weak, .resolution: holder == .singleton
        case .scope(let scope): holder == .singleton || !scope.isAlwaysOpen
        }
    }
}
