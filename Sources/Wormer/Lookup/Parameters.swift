/// The instances of a function's parameters, in order, unless the function resolves them itself.
@frozen
@usableFromInline
struct Parameters: Sendable {
    /// The instances, if they were resolved before the function is called.
    @usableFromInline let instances: [AnyInstance]?
    var place = 0

    /// Creates parameters that the function resolves.
    @inlinable
    init() {
        instances = nil
    }

    init(_ instances: [AnyInstance]) {
        self.instances = instances
    }

    @inlinable var areResolved: Bool { instances != nil }

    @usableFromInline
    mutating func nextInstance() -> AnyInstance {
        defer { place += 1 }
        return instances.unsafelyUnwrapped[place]
    }

    /// Returns the instance of the next parameter, whose key proves its type.
    @inlinable
    mutating func next<Value>(_ type: Value.Type) -> Value {
        unsafeDowncast(nextInstance(), to: Instance<Value>.self).value
    }

    /// Returns the instance of the next parameter, which is resolved unless it already is.
    @inlinable
    mutating func next<Value>(_ type: Value.Type, in injector: Injector, at location: CodeLocation) throws -> Value {
        areResolved ? next(type) : try injector.dependency(type, at: location)
    }
}

extension Injector {
    /// Resolves parameters in order.
    func resolve(_ lookups: [Lookup]) throws -> Parameters {
        Parameters(try lookups.map { try require($0) })
    }
}

extension Binding {
    /// Creates an instance, without its end and decorators, from parameters that the function resolves.
    func make(in injector: Injector) throws -> AnyInstance {
        var parameters = Parameters()
        return try make(in: injector, &parameters)
    }
}
