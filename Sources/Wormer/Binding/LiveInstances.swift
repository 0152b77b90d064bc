/// The live instances that an isolated test may create, for `allowingLive:` of `Trait.isolatedBindings`.
///
/// ```swift
/// let exceptions = LiveInstances.only([Log.self])
/// ```
///
/// `Fusion` adds services to it, by their key paths.
public struct LiveInstances: Sendable {
    /// The interfaces and services, or nil if a suite decides.
    private let allowed: (interfaces: [Any.Type], services: [Declaration])?

    /// Whether tests may use the values that services have for them.
    private var allowsTestValues = true

    private init(_ allowed: (interfaces: [Any.Type], services: [Declaration])?) {
        self.allowed = allowed
    }

    package init(of interfaces: [Any.Type], _ services: [Declaration]) {
        self.init((interfaces, services))
    }

    /// The live instances that the suites around the test allow: all of them, unless one says otherwise.
    public static let inherited = LiveInstances(nil)

    /// No live instances.
    public static let none = LiveInstances(of: [], [])

    /// No live instances, and no values that services declare for tests: a test assigns what it uses.
    ///
    /// ```swift
    /// let strict = LiveInstances.onlyAssigned
    /// ```
    public static let onlyAssigned = {
        var live = none
        live.allowsTestValues = false
        return live
    }()

    /// The live instances of some interfaces.
    ///
    /// - Parameter interfaces: The interfaces.
    /// - Returns: The live instances.
    public static func only(_ interfaces: [Any.Type]) -> LiveInstances {
        LiveInstances(of: interfaces, [])
    }

    package var isInherited: Bool { allowed == nil }

    /// Whether a test may create an instance of a key.
    package func allows(_ key: Key) -> Bool {
        guard let (interfaces, services) = allowed, key.declaration?.hasTestValue != true || !allowsTestValues else {
            return true
        }
        return interfaces.contains { $0 == key.interface } || services.contains { $0 === key.declaration }
    }
}
