// What a container says of itself.

extension Model {
    /// What the description of a container is to be.
    func description(of node: Int) -> String {
        let bindings = nodes[node]?.bindings ?? [:]
        let lines = bindings.map { key, binding in
            let isThere = binding.scope != .weak || binding.instance.map { held.contains($0.serial) } == true
            let instance = isThere ? binding.instance.map { "#\($0.serial)" } : nil
            return "- \(key.entry): \(instance ?? binding.scope.absence)\(binding.scope.entry)"
        }
        return (["*Container Entries*"] + (lines.isEmpty ? ["<nothing registered>"] : lines.sorted()))
            .joined(separator: "\n")
    }
}

extension ModelKey {
    fileprivate var entry: String {
        switch self {
        case .service(let property): "Third (model\("\(property)".capitalizedFirst))"
        case .type(let interface, .none), .contribution(let interface, _): "\(interface)".capitalizedFirst
        case .type(let interface, let id): "\(interface) (\(id == .text ? "a" : "\(id.rawValue - 1)"))".capitalizedFirst
        }
    }
}

extension ModelScope {
    fileprivate var entry: String {
        switch self {
        case .transient: ""
        case .singleton, .weak, .resolution: " (\(self))"
        case .session, .request, .visit, .tour: " (scope \(self) of the model)"
        }
    }

    fileprivate var absence: String {
        switch self {
        case .transient: "<made for each request>"
        case .resolution: "<made for each outermost request>"
        default: "<not made yet>"
        }
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
