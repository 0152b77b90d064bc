import Wormer

/// A search for the service of a key path, used if the service has no record.
///
/// The only way to follow a key path is to read it, but reading a service could create it or end the process. While a
/// probe is active, the getter of the service stores its key in the probe and returns a stand-in instead.
final class ServiceProbe: @unchecked Sendable {
    // Unchecked because one task uses a probe, during one call.

    @TaskLocal private static var current: ServiceProbe?

    private let standIn: Any
    private var key: _ServiceKey?

    /// The only service whose getter returns the stand-in, or nil for any service.
    private let expected: Declaration?

    private init(standIn: Any, expected: Declaration? = nil) {
        self.standIn = standIn
        self.expected = expected
    }

    /// Returns the declaration of a property's service.
    ///
    /// - Parameters:
    ///   - property: The key path.
    ///   - container: Any container.
    ///   - standIn: A value of the property's type. Without it, only a service with a record is found.
    /// - Returns: The declaration, or nil if the property is not a service.
    static func declaration<Service>(
        of property: KeyPath<Container, Service>,
        in container: Container,
        standIn: Service?
    ) -> Declaration? {
        if let service = DeclaredService.at(property) {
            return service.declaration
        }
        guard let standIn else { return nil }
        let probe = ServiceProbe(standIn: standIn)
        // This makes every getter look for a probe.
        Watchers.watchingThread { $current.withValue(probe) { _ = container[keyPath: property] } }
        // A service with a record was found above. If the probe found such a service, the property is an ordinary one
        // whose getter reads that service.
        return probe.key.flatMap { DeclaredService.of($0.declaration) == nil ? $0.declaration : nil }
    }

    /// Runs `body`, in which the first read of one service returns `standIn`.
    static func answering<Service>(_ declaration: Declaration, with standIn: Service, _ body: () -> Void) {
        // This makes every getter look for a probe.
        Watchers.watchingThread {
            $current.withValue(ServiceProbe(standIn: standIn, expected: declaration), operation: body)
        }
    }

    /// Returns a function that gives the active probe's stand-in to the getter of a service, or nil without such a probe.
    ///
    /// An optional of a function needs no metadata, unlike one of a service.
    static func answer<Service>(for key: _ServiceKey, as type: Service.Type) -> (() -> Service)? {
        guard let probe = current, probe.key == nil,
            probe.expected.map({ $0 === key.declaration }) ?? true,
            let standIn = probe.standIn as? Service
        else {
            return nil
        }
        probe.key = key
        return { standIn }
    }
}
