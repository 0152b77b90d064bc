/// A service that is declared as a property.
///
/// The object identifies the service; its name does not.
@usableFromInline
package final class Declaration: Sendable {
    package let name: String
    @usableFromInline package let location: CodeLocation

    package init(name: String, location: CodeLocation) {
        self.name = name
        self.location = location
    }
}
