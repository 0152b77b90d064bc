/// A decorator of the implementations of a key, for any interface.
@usableFromInline
package class AnyDecoration: @unchecked Sendable {
    // Immutable.
    let key: Key
    package let location: CodeLocation

    /// The actor on which the decorator must run, if any.
    let isolation: (any Actor)?

    /// The decorator's parameters after the first.
    let dependencies: [Parameter]

    init(key: Key, location: CodeLocation, isolation: (any Actor)?, dependencies: [Parameter]) {
        self.key = key
        self.location = location
        self.isolation = isolation
        self.dependencies = dependencies
    }
}

/// A decorator of the implementations of an interface.
@usableFromInline
final class Decoration<P>: AnyDecoration, @unchecked Sendable {
    /// Resolves the decorator's dependencies before any user code runs, and returns a function that decorates a base
    /// instance.
    let prepare: (Injector) throws -> (P) throws -> P

    /// Performs `prepare`, and awaits the decorator's dependencies.
    let prepareAsync: nonisolated(nonsending) (Injector, Frame) async throws -> (P) throws -> P

    @usableFromInline
    init(
        key: Key,
        at location: CodeLocation,
        isolation: (any Actor)? = nil,
        dependencies: [Parameter] = [],
        prepare: @escaping (Injector) throws -> (P) throws -> P,
        prepareAsync: nonisolated(nonsending) @escaping (Injector, Frame) async throws -> (P) throws -> P
    ) {
        self.prepare = prepare
        self.prepareAsync = prepareAsync
        super.init(key: key, location: location, isolation: isolation, dependencies: dependencies)
    }

    /// Returns a decorated instance.
    func decorate(_ base: P, with decorate: (P) throws -> P) throws -> P {
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
    /// The decorators with their type: a decoration of a key of `P` is always a `Decoration<P>`.
    var typedDecorations: [Decoration<P>] {
        decorations.map { unsafeDowncast($0, to: Decoration<P>.self) }
    }

    /// Creates an instance that has an `onEnd` or decorators.
    ///
    /// - Parameters:
    ///   - injector: The injector in which the binding is registered.
    ///   - teardown: Set when an instance exists that must be ended, even if a decorator throws.
    ///   - make: Creates the instance.
    /// - Returns: The decorated instance.
    /// - Throws: The error of a lookup, of the factory, or of a decorator.
    @usableFromInline
    func complete(for injector: Injector, _ teardown: inout Teardown?, _ make: (Injector) throws -> P) throws -> P {
        let decorations = typedDecorations
        let prepared = try decorations.reversed().map { try $0.prepare(injector) }
        return try decorate(make(injector), decorations, prepared, &teardown)
    }

    /// Resolves the parameters of the decorators, the outermost first.
    nonisolated(nonsending) func prepareDecorators(for injector: Injector, _ frame: Frame) async throws -> [(P) throws
        -> P]
    {
        var prepared: [(P) throws -> P] = []
        for decoration in typedDecorations.reversed() {
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
    func decorate(_ base: P, _ prepared: [(P) throws -> P], _ teardown: inout Teardown?) throws -> P {
        try decorate(base, typedDecorations, prepared, &teardown)
    }

    private func decorate(
        _ base: P,
        _ decorations: [Decoration<P>],
        _ prepared: [(P) throws -> P],
        _ teardown: inout Teardown?
    ) throws -> P {
        teardown = end.map { Teardown($0.action(for: base), of: self) }
        var instance = base
        for (decoration, decorate) in zip(decorations, prepared.reversed()) {
            instance = try decoration.decorate(instance, with: decorate)
        }
        return instance
    }
}
