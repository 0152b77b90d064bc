/// The instances of a function's parameters, in order, which were resolved before it is called.
@usableFromInline
struct Parameters: Sendable {
    private let instances: [AnyInstance]
    private var place = 0

    init(_ instances: [AnyInstance] = []) {
        self.instances = instances
    }

    @usableFromInline
    mutating func nextInstance() -> AnyInstance {
        defer { place += 1 }
        return instances[place]
    }

    /// Returns the instance of the next parameter, whose key proves its type.
    @inlinable
    mutating func next<Value>(_ type: Value.Type) -> Value {
        unsafeDowncast(nextInstance(), to: Instance<Value>.self).value
    }
}

extension Injector {
    /// Resolves parameters in order.
    func resolve(_ lookups: [Lookup]) throws -> Parameters {
        Parameters(try lookups.map { try require($0) })
    }

    /// Awaits parameters in order, and hands the frame of the construction down to them.
    nonisolated(nonsending) func asyncResolve(_ lookups: [Lookup], below frame: Frame) async throws -> Parameters {
        var instances: [AnyInstance] = []
        instances.reserveCapacity(lookups.count)
        for lookup in lookups {
            instances.append(try await asyncRequire(lookup, below: frame))
        }
        return Parameters(instances)
    }
}
