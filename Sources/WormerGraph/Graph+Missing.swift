import Wormer

extension Graph {
    /// Describes a key that is not bound.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - level: The level of the injector that is asked.
    ///   - location: The location of what needs it, whose words are used.
    /// - Returns: The name of the key, its near misses as the end of a line, and code that binds it.
    func missing(
        _ key: Key,
        from level: Int = 0,
        for location: CodeLocation = CodeLocation()
    ) -> (name: String, nearMisses: String, code: String) {
        let misses = snapshot.nearMisses(key, level, location)
        let words = Wording(of: [key.interface] + misses.map(\.interface), for: location.facade)
        var line = misses.isEmpty ? "" : "; near misses: " + misses.map { $0.text(in: words) }.joined(separator: "; ")
        switch misses.first?.kind {
        case .boundInChild?: line += "; bind what needs it there, too"
        case .otherIdentifier? where key.identifier == nil:
            line += "; as a parameter of '.using', write '.id(\(words.spelledID(of: misses[0].key)))'"
        case .service? where key.identifier == nil:
            line += "; to find it by its type: " + words.alias(of: misses[0].key, for: key.interface)
        default: break
        }
        return (words.name(key), line, words.bind(key))
    }
}
