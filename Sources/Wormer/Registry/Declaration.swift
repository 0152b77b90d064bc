/// A service that is declared as a property; identified by the object, not by its name.
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
