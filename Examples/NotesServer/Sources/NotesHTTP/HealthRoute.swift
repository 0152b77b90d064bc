import Hummingbird
import Notes
import Wormer

/// Reports the results of the health checks, with status 503 if one of them fails.
struct HealthRoute {
    let injector: Injector

    struct Report: ResponseEncodable {
        let status: String
        let checks: [String: String]
    }

    func add(to router: some RouterMethods<NotesContext>) {
        router.get("health") { _, _ in
            let checks = try await injector.asyncInstance(for: Health.self).report()
            let isWell = checks.values.allSatisfy { $0 == "ok" }
            let report = Report(status: isWell ? "ok" : "failing", checks: checks)
            return EditedResponse(status: isWell ? .ok : .serviceUnavailable, response: report)
        }
    }
}
