/// The state of requests for stand-ins.
enum Unimplemented {
    /// Whether the graph is being verified, which makes instances without anybody using them.
    @TaskLocal static var isVerifying = false
}

extension FactoryBody {
    /// Creates a factory each of whose requests is an issue of the test that is running.
    ///
    /// - Parameters:
    ///   - placeholder: Gives an instance to go on with; without it, the request fails.
    ///   - location: The place of the stand-in, nil where it is that of the binding.
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
    /// The error of the innermost construction, which is that of a stand-in.
    fileprivate init(unimplementedIn injector: Injector, at location: CodeLocation?) {
        let path = InjectionError.path()
        guard let last = path.last, let binding = last.binding else {
            preconditionFailure("a factory is called for a binding")
        }
        self.init(
            reason: .unimplemented(at: location ?? binding),
            path: path,
            location: last.request ?? binding,
            isOfMain: injector.isMain
        )
    }
}
