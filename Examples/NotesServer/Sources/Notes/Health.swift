/// One of the things that have to hold for the server to be well; every module contributes its own.
package protocol HealthCheck: Sendable {
    var name: String { get }

    /// Throws what is wrong.
    func check() async throws
}

/// Runs every check that a module has contributed.
package struct Health: Sendable {
    private let checks: [any HealthCheck]

    package init(checks: [any HealthCheck]) {
        self.checks = checks
    }

    /// What every check found, "ok" if all is well.
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

/// The store answers.
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
