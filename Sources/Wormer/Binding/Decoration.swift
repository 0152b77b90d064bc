/// A decorator of the implementations of a key.
@usableFromInline
package final class Decoration: @unchecked Sendable {
    // Immutable.
    let key: Key
    package let location: CodeLocation

    /// The actor on which the decorator must run, if any.
    let isolation: (any Actor)?

    /// The decorator's parameters after the first.
    let dependencies: [Lookup]

    /// Resolves the decorator's dependencies before any user code runs, and returns a function that decorates a base
    /// instance.
    let prepare: (Injector) throws -> (AnyInstance) throws -> AnyInstance

    /// Performs `prepare`, and awaits the decorator's dependencies.
    let prepareAsync: nonisolated(nonsending) (Injector, Frame) async throws -> (AnyInstance) throws -> AnyInstance

    @usableFromInline
    init(
        key: Key,
        at location: CodeLocation,
        isolation: (any Actor)? = nil,
        dependencies: [Lookup] = [],
        prepare: @escaping (Injector) throws -> (AnyInstance) throws -> AnyInstance,
        prepareAsync:
            nonisolated(nonsending) @escaping (Injector, Frame) async throws
            -> (AnyInstance) throws -> AnyInstance
    ) {
        self.key = key
        self.location = location
        self.isolation = isolation
        self.dependencies = dependencies
        self.prepare = prepare
        self.prepareAsync = prepareAsync
    }

    /// Creates a decorator without dependencies.
    @inlinable
    convenience init<P>(
        key: Key,
        at location: CodeLocation,
        isolation: (any Actor)? = nil,
        _ decorator: @escaping (P) throws -> P
    ) {
        let decorate: (AnyInstance) throws -> AnyInstance = { base in
            Instance(try decorator(unsafeDowncast(base, to: Instance<P>.self).value))
        }
        self.init(
            key: key,
            at: location,
            isolation: isolation,
            prepare: { _ in decorate },
            prepareAsync: { _, _ in decorate }
        )
    }

    /// Returns a decorated instance.
    func decorate(_ base: AnyInstance, with decorate: (AnyInstance) throws -> AnyInstance) throws -> AnyInstance {
        do {
            return try decorate(base)
        } catch {
            switch error {
            case is InjectionError, is CancellationError, LookupError.failed(.decoratorThrew): throw error
            default: throw LookupError.failed(.decoratorThrew(error, at: location))
            }
        }
    }
}

extension Binding {
    /// Creates an instance.
    ///
    /// - Parameters:
    ///   - injector: The injector in which the binding is registered.
    ///   - teardown: Set when an instance exists that must be ended, even if a decorator throws.
    /// - Returns: The decorated instance.
    /// - Throws: The error of a lookup, of the factory, or of a decorator.
    func make(in injector: Injector, _ teardown: inout Teardown?) throws -> AnyInstance {
        if isPlain {
            return try make(in: injector)
        }
        let prepared = try decorations.reversed().map { try $0.prepare(injector) }
        return try decorate(make(in: injector), prepared, &teardown)
    }

    /// Resolves the parameters of the decorators, the outermost first.
    nonisolated(nonsending) func prepareDecorators(
        for injector: Injector,
        _ frame: Frame
    ) async throws -> [(AnyInstance) throws -> AnyInstance] {
        var prepared: [(AnyInstance) throws -> AnyInstance] = []
        for decoration in decorations.reversed() {
            prepared.append(try await decoration.prepareAsync(injector, frame))
        }
        return prepared
    }

    /// Ends and decorates an instance as the binding says.
    ///
    /// - Parameters:
    ///   - base: The instance.
    ///   - prepared: The decorators, the outermost first.
    ///   - teardown: Set to the end of the instance.
    /// - Returns: The decorated instance.
    /// - Throws: The error of a decorator.
    func decorate(
        _ base: AnyInstance,
        _ prepared: [(AnyInstance) throws -> AnyInstance],
        _ teardown: inout Teardown?
    ) throws -> AnyInstance {
        teardown = self.teardown(of: base)
        var instance = base
        for (decoration, decorate) in zip(decorations, prepared.reversed()) {
            instance = try decoration.decorate(instance, with: decorate)
        }
        return teardown.map { box(instance, endedBy: $0) } ?? instance
    }
}
