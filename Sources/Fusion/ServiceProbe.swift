import Wormer

/// Finds out which service a key path leads to, where the service has no record.
///
/// A key path can only be read, and reading a service could make it or end the process. While a probe is under way,
/// the getter of the service notes its key and answers with a stand-in instead.
final class ServiceProbe: @unchecked Sendable {
    // Used by one task, for the length of one call.

    @TaskLocal private static var current: ServiceProbe?

    private let standIn: Any
    private var key: ServiceKey?

    /// The only service to answer for, nil for any.
    private let expected: Declaration?

    private init(standIn: Any, expected: Declaration? = nil) {
        self.standIn = standIn
        self.expected = expected
    }

    /// Finds the service that a property is.
    ///
    /// - Parameters:
    ///   - property: The key path.
    ///   - container: Any container.
    ///   - standIn: A value of the property's type; without it, only a service that has a record is found.
    /// - Returns: The declaration, nil if the property is no service.
    static func declaration<Service>(
        of property: KeyPath<Container, Service>,
        in container: Container,
        standIn: Service?
    ) -> Declaration? {
        if let service = DeclaredService.at(property) {
            return service.declaration
        }
        guard let standIn else {
            return nil
        }
        let probe = ServiceProbe(standIn: standIn)
        // So that every getter looks for a probe.
        Watchers.watchingThread { $current.withValue(probe) { _ = container[keyPath: property] } }
        // A service that has a record would have been found: this is a property whose getter reads it.
        return probe.key.flatMap { DeclaredService.of($0.declaration) == nil ? $0.declaration : nil }
    }

    /// Runs `body` with `standIn` as the answer to the first read of one service.
    static func answering<Service>(_ declaration: Declaration, with standIn: Service, _ body: () -> Void) {
        // So that every getter looks for a probe.
        Watchers.watchingThread {
            $current.withValue(ServiceProbe(standIn: standIn, expected: declaration), operation: body)
        }
    }

    /// What the getter of a service answers to a probe, nil if there is none.
    static func answer<Service>(for key: ServiceKey, as type: Service.Type) -> Service? {
        guard let probe = current, probe.key == nil,
            probe.expected.map({ $0 === key.declaration }) ?? true,
            let standIn = probe.standIn as? Service
        else {
            return nil
        }
        probe.key = key
        return standIn
    }
}
