// Calls of declared asynchronous functions.

extension Injector {
    /// Performs `call` for an asynchronous function, for an instance of which the caller may stop waiting.
    package nonisolated(nonsending) func asyncCall<P, Function>(
        _ declaration: Declaration,
        _ arguments: Arguments,
        _ options: DeclaredOptions,
        isCancellable: Bool,
        make: @escaping (Function?) async throws -> P
    ) async throws -> P {
        var options = options
        options.isAsynchronous = true
        while true {
            let (lookup, function) = try find(declaration, arguments, options, P.self)
            let hit = registry.findOrInsert(lookup.key, options, P.self)
            let call = AsyncCall(hit: hit, isCancellable: isCancellable) { _, _ in
                Instance(try await make(function.map(Injector.value)))
            }
            if let instance = try await asyncAnswer(lookup, below: nil, by: call) {
                return Injector.value(instance)
            }
        }
    }
}
