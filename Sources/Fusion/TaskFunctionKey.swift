import Wormer

// Calls of asynchronous functions. They are in a file of their own so that a program without them drops them; see
// `TaskLookup.swift` in Wormer.

extension _ServiceKey {
    /// Performs `call` for an asynchronous function, which may also throw `CancellationError`.
    ///
    /// As in a method, the statements in `make` need no `self.`
    public nonisolated(nonsending) func call<Function, Service, Failure: Error>(
        in container: Container,
        _ options: @autoclosure () -> _ServiceOptions<Service>,
        _ arguments: _Arguments = _Arguments(),
        assigned: @escaping (Function) async throws(Failure) -> Service,
        owned: (Container) async throws(Failure) -> Service,
        @_implicitSelfCapture make: @escaping () async throws(Failure) -> Service
    ) async throws(Failure) -> Service {
        let word = word(of: type)
        if let instance = container.injector.instance(ofCall: word, arguments.arguments, as: Service.self) {
            return instance
        }
        let owner = container.injector.owner(of: Key(Service.self, .declaration(declaration)))
        guard owner === container.injector else { return try await owned(Container(owner)) }
        do {
            return try await owner.asyncCall(
                declaration,
                arguments.arguments,
                options().declared,
                isCancellable: Failure.self == (any Error).self
            ) { (function: Function?) in
                if let function { return try await assigned(function) }
                return try await make()
            }
        } catch {
            throw failure(error)
        }
    }
}

extension _FunctionReader {
    /// Performs `call` for an asynchronous function.
    public func call<Result, Failure: Error>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        if let override { try await override.run(body) } else { try await body() }
    }
}
