/// What is put around every implementation of a key, whatever the interface.
@usableFromInline
class AnyDecoration: @unchecked Sendable {
    // Immutable.
    let key: Key
    let location: CodeLocation

    init(key: Key, location: CodeLocation) {
        self.key = key
        self.location = location
    }
}

/// What is put around every implementation of an interface.
@usableFromInline
final class Decoration<P>: AnyDecoration, @unchecked Sendable {
    /// The actor that the decorator has to be called on, if any.
    let isolation: (any Actor)?

    /// The interfaces that the decorator's further parameters name.
    let dependencies: [Any.Type]

    /// Puts the decoration around a base.
    let decorate: (Injector, P) throws -> P

    /// Puts the decoration around a base where one may wait, for the decorator's actor or for what its parameters name.
    let decorateAsync: (Injector, P) async throws -> P

    @usableFromInline
    init(
        key: Key,
        at location: CodeLocation,
        isolation: (any Actor)?,
        dependencies: [Any.Type] = [],
        decorate: @escaping (Injector, P) throws -> P,
        decorateAsync: @escaping (Injector, P) async throws -> P
    ) {
        self.isolation = isolation
        self.dependencies = dependencies
        self.decorate = decorate
        self.decorateAsync = decorateAsync
        super.init(key: key, location: location)
    }
}

extension Initializer {
    /// The same initializer with a decoration around what it makes.
    func decorated(by decoration: Decoration<P>) -> Initializer {
        let decorated = Initializer(
            isolation: isolation ?? decoration.isolation,
            dependencies: dependencies + decoration.dependencies
        ) { [make] injector in
            let base = try make(injector)
            try Wormer.checkIsolation(decoration.isolation)
            return try decoration.decorate(injector, base)
        }
        decorated.endsAsynchronously = endsAsynchronously
        decorated.makeWithEnding = makeWithEnding.map { makeWithEnding in
            { injector, ending in
                let base = try makeWithEnding(injector, &ending)
                try Wormer.checkIsolation(decoration.isolation)
                return try decoration.decorate(injector, base)
            }
        }
        decorated.isAsynchronous = isAsynchronous
        decorated.mayHop = mayHop
        decorated.makeAsync = { [make, makeWithEnding, makeAsync] injector, ending in
            let base =
                if let makeAsync {
                    try await makeAsync(injector, &ending)
                } else if let makeWithEnding {
                    try makeWithEnding(injector, &ending)
                } else {
                    try make(injector)
                }
            return try await decoration.decorateAsync(injector, base)
        }
        return decorated
    }
}
