import Wormer

extension Container: CustomDebugStringConvertible {
    /// Every binding of this container with what is made of it already; nothing is made for the description.
    public var debugDescription: String {
        let lines = injector.registry.visibleBindings.map { line(for: $0, instance: $0.keptInstance) }.sorted()
        return (["*Container Entries*"] + (lines.isEmpty ? ["<nothing registered>"] : lines)).joined(separator: "\n")
    }

    private func line(for binding: AnyBinding, instance: Any?) -> String {
        let state =
            switch (binding.lifetime, instance) {
            case (_, let instance?): "\(instance)"
            case (.transient, nil): "<made for each request>"
            case (.resolution, nil): "<made for each outermost request>"
            case (_, nil): "<not made yet>"
            }
        let lifetime = binding.lifetime == .transient ? "" : " (\(binding.lifetime))"
        return "- \(binding.key.entry): \(state)\(lifetime)"
    }
}

extension Key {
    /// What is bound, with its identifier in parentheses.
    fileprivate var entry: String {
        switch qualifier {
        case nil, .contribution: "\(interface)"
        case .identifier(let identifier): "\(interface) (\(identifier.value))"
        case .name(let name): "\(name.value)"
        case .declaration(let declaration): "\(interface) (\(declaration.name))"
        }
    }
}
