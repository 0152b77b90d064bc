/// A service that is declared as a property.
///
/// Its identity is the object, not the name.
@usableFromInline
package final class Declaration: Sendable {
    package let name: String
    @usableFromInline package let location: CodeLocation

    package init(name: String, location: CodeLocation) {
        self.name = name
        self.location = location
    }
}
