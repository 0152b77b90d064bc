import Wormer

extension Container: CustomDebugStringConvertible {
    /// A list of the container's bindings and their existing instances.
    ///
    /// Reading the description creates no instances.
    public var debugDescription: String {
        let lines = injector.visibleInstances.map { line(for: $0, instance: $1) }.sorted()
        return (["*Container Entries*"] + (lines.isEmpty ? ["<nothing registered>"] : lines)).joined(separator: "\n")
    }

    private func line(for binding: Binding, instance: Any?) -> String {
        let state =
            switch (binding.lifetime, instance) {
            case (_, let instance?): "\(instance)"
            case (.transient, nil): "<created for each lookup>"
            case (.resolution, nil): "<created for each outermost lookup>"
            case (_, nil): "<not created yet>"
            }
        let lifetime = binding.lifetime == .transient ? "" : " (\(binding.lifetime))"
        return "- \(binding.key.entry): \(state)\(lifetime)"
    }
}

extension Key {
    /// The interface, with the identifier in parentheses.
    fileprivate var entry: String {
        switch qualifier {
        case nil, .contribution: "\(interface)"
        case .identifier(let identifier): "\(interface) (\(identifier.value))"
        case .name(let name): "\(name.value)"
        case .declaration(let declaration): "\(interface) (\(declaration.name))"
        }
    }
}
