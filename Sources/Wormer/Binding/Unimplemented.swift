// Stand-ins, and what is unavailable in tests.

extension Context {
    /// Whether `verifyInstances()` is creating instances, which no test uses.
    static var isVerifying: Bool { Context.read { $0.values.isVerifying } == true }

    /// Whether an instance is created that no test uses.
    fileprivate static var isNoUse: Bool {
        Context.read { $0.values.isVerifying || $0.values.isChanging } == true
    }
}

extension Injector {
    /// Checks that a binding that is unavailable in tests is looked up outside tests.
    ///
    /// - Throws: The error of the lookup, which is also recorded as an issue of the running test.
    func checkAvailability(of binding: Binding, at location: CodeLocation, below frame: Frame?) throws {
        guard binding.isUnavailableInTests, Context.isInTest else { return }
        let error = binding.explained(LookupError.failed(.unavailableInTests), in: self, at: location, below: frame)
        if !Context.isVerifying {
            error.report().record(at: error.location, endsProcess: true)
        }
        throw error
    }
}

extension Injector {
    /// Records an issue in the running test, because it creates a service whose value for tests is a placeholder.
    ///
    /// - Parameter placeholder: The instance to continue with.
    /// - Returns: The placeholder.
    package func unimplemented<P>(placeholder: P) -> P {
        var parameters = Parameters()
        _ = try? Factory(unimplemented: { placeholder }).make(self, &parameters)
        return placeholder
    }
}

extension Factory {
    /// Creates a factory that records an issue in the running test for each lookup.
    ///
    /// - Parameters:
    ///   - placeholder: Returns an instance to continue with. If nil, the lookup fails.
    ///   - location: The location of the stand-in, or nil for the location of the binding.
    init(unimplemented placeholder: (() -> Interface)?, at location: CodeLocation? = nil) {
        self.init(
            FactoryTraits(.init(substitute: .standIn(hasPlaceholder: placeholder != nil))),
            make: { injector, _ in
                let error = InjectionError(unimplementedIn: injector, at: location)
                if !Context.isNoUse {
                    error.report().record(at: error.location, endsProcess: placeholder == nil)
                }
                guard let placeholder else { throw error }
                return placeholder()
            }
        )
    }
}

extension InjectionError {
    /// Creates the error of the innermost construction, which belongs to a stand-in.
    fileprivate convenience init(unimplementedIn injector: Injector, at location: CodeLocation?) {
        let path = InjectionError.path(below: nil)
        guard let last = path.last, let binding = last.bindingLocation else {
            preconditionFailure("A factory was called without a binding.")
        }
        let reason = Reason.unimplemented(at: location ?? binding)
        self.init(reason, path, at: last.lookupLocation ?? binding, in: injector)
    }
}
