/// A condition for the health of the server, contributed by a module.
package protocol HealthCheck: Sendable {
    var name: String { get }

    /// Throws an error if the condition does not hold.
    func check() async throws
}

/// Runs the checks that the modules contribute.
package struct Health: Sendable {
    private let checks: [any HealthCheck]

    package init(checks: [any HealthCheck]) {
        self.checks = checks
    }

    /// Returns the result of each check: "ok", or an error.
    package func report() async -> [String: String] {
        var report: [String: String] = [:]
        for check in checks {
            do {
                try await check.check()
                report[check.name] = "ok"
            } catch {
                report[check.name] = "\(error)"
            }
        }
        return report
    }
}

/// Checks whether the store answers.
struct StoreCheck: HealthCheck {
    let name = "store"
    let store: any NoteStore

    init(store: any NoteStore) {
        self.store = store
    }

    func check() async throws {
        _ = try await store.note(id: 0, of: User(name: ""))
    }
}
