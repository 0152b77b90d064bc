import Fusion

final class Marker: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
}

struct Owner {
    @Inject(\.marker) var service
    @Inject var bound: Marker?
}

final class OwnerWithContainer: Containerized {
    let container: Container
    @Inject(\.marker) var service
    @Inject var bound: Marker?
    init(_ container: Container) { self.container = container }
}

/// An owner of a property for each way to select a binding.
struct Poster {
    @Inject var plain: String
    @Inject("title") var title: String
    @Inject("title") var labeled: String

    init(_ container: Container) {
        _plain = Inject(container: container)
        _title = Inject("title", container: container)
        _labeled = Inject("title", container: container)
    }

    var texts: [String] { [plain, title, labeled] }
}

extension Container {
    @Service var marker = Marker("live")
    @Service(.singleton) var sharedMarker = Marker("live")
    @Service(.id("session of the markers")) var sessionMarker = Marker("live")
    @Service(.singleton) var markers = [sharedMarker, sessionMarker]
}

extension Marker: Equatable { static func == (lhs: Marker, rhs: Marker) -> Bool { lhs === rhs } }
