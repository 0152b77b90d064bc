/// A service that is declared as a property; identified by the object, not by its name.
@usableFromInline
package final class Declaration: Sendable {
    package let name: String
    @usableFromInline package let location: CodeLocation

    package init(name: String, location: CodeLocation) {
        self.name = name
        self.location = location
    }
}
