// The description of a container.

extension Model {
    func description(of node: Int) -> String {
        let bindings = nodes[node]?.bindings ?? [:]
        let lines = bindings.map { key, binding in
            let isThere = binding.lifetime != .weak || binding.instance.map { held.contains($0.serial) } == true
            let instance = isThere ? binding.instance.map { "#\($0.serial)" } : nil
            return "- \(key.entry): \(instance ?? binding.lifetime.absence)\(binding.lifetime.entry)"
        }
        return (["*Container Entries*"] + (lines.isEmpty ? ["<nothing registered>"] : lines.sorted()))
            .joined(separator: "\n")
    }
}

extension Key {
    fileprivate var entry: String {
        switch self {
        case .service(let property): "Envelope (model\("\(property)".capitalizedFirst))"
        case .type(let interface, .none), .contribution(let interface, _): "\(interface)".capitalizedFirst
        case .type(let interface, let id): "\(interface) (\(id.value.map { "\($0)" } ?? ""))".capitalizedFirst
        }
    }
}

extension LifetimeName {
    fileprivate var entry: String {
        switch self {
        case .transient: ""
        case .singleton, .weak, .resolution: " (\(self))"
        case .session, .request, .visit, .tour: " (scope \(self))"
        }
    }

    fileprivate var absence: String {
        switch self {
        case .transient: "<created for each lookup>"
        case .resolution: "<created for each outermost lookup>"
        default: "<not created yet>"
        }
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
