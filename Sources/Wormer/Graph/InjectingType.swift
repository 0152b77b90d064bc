/// A type of the program with injected properties, and the bindings that may answer their requests.
final class InjectingType {
    final class Request {
        let property: InjectedProperty
        /// What the property requests, or nil if its type is unknown.
        let need: Wiring.Need?
        /// The bindings that may answer the request.
        ///
        /// The metadata does not contain the arguments of a wrapper, so the request may be for any identifier or service
        /// with the interface.
        let providers: [Int]

        fileprivate init(_ property: InjectedProperty, _ need: Wiring.Need?, _ providers: [Int]) {
            self.property = property
            self.need = need
            self.providers = providers
        }
    }

    let name: String
    let module: String
    let requests: [Request]

    private init(_ name: String, _ module: String, _ requests: [Request]) {
        (self.name, self.module, self.requests) = (name, module, requests)
    }

    /// Returns the types with the given properties, in the order of their modules and names.
    ///
    /// Types with the same name, such as local types, are one.
    static func all(with properties: [InjectedProperty], in wiring: Wiring) -> [InjectingType] {
        var requests: [String: [Request]] = [:]
        let places = wiring.nodes.indices.filter { wiring.nodes[$0].binding.contribution == nil }
        let bound = Dictionary(grouping: places) { ObjectIdentifier(wiring.nodes[$0].binding.key.interface) }
        for property in properties {
            let need = property.wrapper.map { wrapper in
                Wiring.Need(Key(wrapper.interface), .injected) { !wiring.providers(of: $0, from: 0).isEmpty }
            }
            let byType = need.map { wiring.providers(of: $0.key, from: 0) } ?? []
            let others = need.flatMap { bound[ObjectIdentifier($0.key.interface)] } ?? []
            let request = Request(property, need, byType.isEmpty ? others : byType)
            requests["\(property.module) \(property.owner)", default: []].append(request)
        }
        return Array(requests.values)
            .ordered { ($0[0].property.module, $0[0].property.owner) < ($1[0].property.module, $1[0].property.owner) }
            .map { InjectingType($0[0].property.owner, $0[0].property.module, $0) }
    }
}

extension InjectingType.Request {
    /// Whether nothing can answer the request in the whole program: no binding of any living injector has the interface,
    /// and no declared service has it or conforms to it.
    func isUnanswered(in wiring: Wiring) -> Bool {
        guard let need, !need.isOptional, providers.isEmpty else {
            return false
        }
        let interface = need.key.interface
        return !Injector.isBoundAnywhere(interface)
            && !DeclaredService.all.contains { service in
                let type = service.binding.key.interface
                return type == interface || isKnown(type, toConformTo: interface)
            }
    }

    /// The fault of an unanswered request.
    func fault(in injector: Injector) -> VerificationError.Fault? {
        guard let need, let facade = property.wrapper?.facade else {
            return nil
        }
        let location = CodeLocation(fileID: "", line: 0, facade: facade)
        let misses = NearMiss.nearest(to: Wormer.Request(need.key, at: location), in: injector)
        let spelling = Spelling(of: [need.key.interface] + misses.map(\.interface))
        return .notInjected(
            interface: spelling.name(need.key),
            property: property.path,
            nearMisses: misses,
            code: Wording(facade: facade, isMain: true, spelling: spelling).bind(need.key)
        )
    }
}
