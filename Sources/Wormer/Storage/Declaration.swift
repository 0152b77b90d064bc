/// A service that is declared in the source, as a property; known by its identity, not by its name.
@usableFromInline
package final class Declaration: Sendable {
    package let name: String
    package let lifetime: Lifetime
    @usableFromInline package let location: CodeLocation

    package init(name: String, lifetime: Lifetime, location: CodeLocation) {
        self.name = name
        self.lifetime = lifetime
        self.location = location
    }
}

extension Declaration: Hashable {
    @usableFromInline
    package static func == (lhs: Declaration, rhs: Declaration) -> Bool {
        lhs === rhs
    }

    @usableFromInline
    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
