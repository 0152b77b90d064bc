/// The state of requests for stand-ins.
enum Unimplemented {
    /// Whether `verify(creatingInstances:)` is creating instances, which no test uses.
    @TaskLocal static var isVerifying = false
}

extension FactoryBody {
    /// Creates a factory that records an issue in the running test for each request.
    ///
    /// - Parameters:
    ///   - placeholder: Returns an instance to continue with. If nil, the request fails.
    ///   - location: The location of the stand-in, or nil for the location of the binding.
    convenience init(unimplemented placeholder: (() -> P)?, at location: CodeLocation? = nil) {
        self.init(make: { injector in
            let error = InjectionError(unimplementedIn: injector, at: location)
            if !Unimplemented.isVerifying {
                let report = error.report
                let isRecorded = report.record(at: error.location, endsProcess: placeholder == nil)
                if !isRecorded, placeholder != nil {
                    report.print(at: error.location)
                }
            }
            guard let placeholder else {
                throw error
            }
            return placeholder()
        })
        isUnimplemented = true
        self.placeholder = placeholder
    }
}

extension InjectionError {
    /// Creates the error of the innermost construction, which belongs to a stand-in.
    fileprivate init(unimplementedIn injector: Injector, at location: CodeLocation?) {
        let path = InjectionError.path()
        guard let last = path.last, let binding = last.bindingLocation else {
            preconditionFailure("A factory was called without a binding.")
        }
        self.init(
            reason: .unimplemented(at: location ?? binding),
            path: path,
            location: last.requestLocation ?? binding,
            isOfMain: injector.isMain
        )
    }
}
