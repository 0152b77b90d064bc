import Fusion

// Declarations of this module belong to the main actor by default. The next two are nonisolated, because an actor uses
// them.

/// Finds books by their numbers.
nonisolated protocol Catalog: Sendable {
    func title(of number: String) -> String?
}

nonisolated struct PrintedCatalog: Catalog {
    private let titles = ["0-306-40615-2": "Dependency Injection by Hand", "0-19-853453-1": "Actors and Their Parts"]

    func title(of number: String) -> String? {
        titles[number]
    }
}

/// Lends each book once, and resolves the catalog on its own actor.
actor Library {
    @Inject private var catalog: any Catalog
    private var lent: Set<String> = []

    func lend(_ number: String) -> String {
        guard let title = catalog.title(of: number) else { return "not in the catalog: \(number)" }
        return lent.insert(number).inserted ? "to read: \(title)" : "lent already: \(title)"
    }
}
