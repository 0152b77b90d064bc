/// A decorator of the implementations of a key, for any interface.
@usableFromInline
package class AnyDecoration: @unchecked Sendable {
    // Immutable.
    let key: Key
    package let location: CodeLocation

    /// The decorator's parameters after the first.
    let dependencies: [Parameter]

    init(key: Key, location: CodeLocation, dependencies: [Parameter]) {
        self.key = key
        self.location = location
        self.dependencies = dependencies
    }
}

/// A decorator of the implementations of an interface.
@usableFromInline
final class Decoration<P>: AnyDecoration, @unchecked Sendable {
    /// The actor on which the decorator must run, if any.
    let isolation: (any Actor)?

    /// Resolves the decorator's dependencies before any user code runs, and returns a function that decorates a base
    /// instance.
    let decorator: (Injector) throws -> (P) throws -> P

    /// Performs `decorator`, and may wait for the decorator's dependencies.
    ///
    /// The function that it returns may wait for the decorator's actor.
    let asyncDecorator: (Injector) async throws -> (P) async throws -> P

    @usableFromInline
    init(
        key: Key,
        at location: CodeLocation,
        isolation: (any Actor)? = nil,
        dependencies: [Parameter] = [],
        decorator: @escaping (Injector) throws -> (P) throws -> P,
        asyncDecorator: @escaping (Injector) async throws -> (P) async throws -> P
    ) {
        self.isolation = isolation
        self.decorator = decorator
        self.asyncDecorator = asyncDecorator
        super.init(key: key, location: location, dependencies: dependencies)
    }
}

extension FactoryBody {
    /// Returns a copy of the factory that decorates its instances.
    func decorated(by decoration: Decoration<P>) -> FactoryBody {
        var traits = traits
        traits.isolation = traits.isolation ?? decoration.isolation
        traits.dependencies += decoration.dependencies
        return FactoryBody(
            traits,
            make: { [make] injector, teardown in
                let decorate = try decoration.decorator(injector)
                let base = try make(injector, teardown)
                try checkIsolation(decoration.isolation)
                do {
                    return try decorate(base)
                } catch {
                    throw decoration.explained(error)
                }
            },
            makeAsync: { [make, makeAsync] injector, teardown in
                let decorate = try await decoration.asyncDecorator(injector)
                let base =
                    if let makeAsync {
                        try await makeAsync(injector, &teardown)
                    } else {
                        try make(injector, &teardown)
                    }
                do {
                    return try await decorate(base)
                } catch {
                    throw decoration.explained(error)
                }
            },
            box: box
        )
    }
}

extension AnyDecoration {
    /// Returns the error, with the location of the decorator if the error is the user's own.
    fileprivate func explained(_ error: any Error) -> any Error {
        switch error {
        case is InjectionError, is CancellationError, is MustSuspend, ResolutionError.failed(.decoratorThrew): error
        default: ResolutionError.failed(.decoratorThrew(error, at: location))
        }
    }
}
