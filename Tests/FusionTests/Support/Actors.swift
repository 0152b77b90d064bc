@globalActor
actor ToolActor { static let shared = ToolActor() }

@MainActor
protocol Screening: AnyObject, Sendable { var width: Int { get } }

/// Ends the process if it is not created on the main actor.
@MainActor
final class Screen: Screening {
    let width: Int

    init() {
        MainActor.assertIsolated()
        width = 80
    }

    init(width: Int) {
        MainActor.assertIsolated()
        self.width = width
    }
}

/// Ends the process if it is not created on its actor.
@ToolActor
final class Tool {
    let size: Int

    init(size: Int) {
        ToolActor.assertIsolated()
        self.size = size
    }
}
