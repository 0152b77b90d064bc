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

    /// Decorates a base instance, with parameters that were resolved before any user code ran.
    private let function: (AnyInstance, inout Parameters) throws -> AnyInstance

    @usableFromInline
    init(
        key: Key,
        at location: CodeLocation,
        isolation: (any Actor)? = nil,
        dependencies: [Lookup] = [],
        _ function: @escaping (AnyInstance, inout Parameters) throws -> AnyInstance
    ) {
        self.key = key
        self.location = location
        self.isolation = isolation
        self.dependencies = dependencies
        self.function = function
    }

    /// Creates a decorator without dependencies.
    @inlinable
    convenience init<P>(
        key: Key,
        at location: CodeLocation,
        isolation: (any Actor)? = nil,
        _ decorator: @escaping (P) throws -> P
    ) {
        self.init(key: key, at: location, isolation: isolation) { base, _ in
            Instance(try decorator(unsafeDowncast(base, to: Instance<P>.self).value))
        }
    }

    /// Returns a decorated instance.
    func decorate(_ base: AnyInstance, with parameters: Parameters) throws -> AnyInstance {
        var parameters = parameters
        do {
            return try function(base, &parameters)
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
        let parameters = try decorations.reversed().map { try injector.resolve($0.dependencies) }
        return try decorate(make(in: injector), parameters, &teardown)
    }

    /// Ends and decorates an instance as the binding says.
    ///
    /// - Parameters:
    ///   - base: The instance.
    ///   - parameters: Those of the decorators, the outermost first.
    ///   - teardown: Set to the end of the instance.
    /// - Returns: The decorated instance.
    /// - Throws: The error of a decorator.
    func decorate(
        _ base: AnyInstance,
        _ parameters: [Parameters],
        _ teardown: inout Teardown?
    ) throws -> AnyInstance {
        teardown = self.teardown(of: base)
        var instance = base
        for (decoration, parameters) in zip(decorations, parameters.reversed()) {
            instance = try decoration.decorate(instance, with: parameters)
        }
        return teardown.map { box(instance, endedBy: $0) } ?? instance
    }
}
