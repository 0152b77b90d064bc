/// The reason why a lookup cannot be answered, before its path is known.
indirect enum LookupError: Error {
    case failed(InjectionError.Reason)

    /// A cycle, with the path from the binding that is looked up to the one that closes the cycle.
    case cycle(path: [PathStep])

    static func cycle(of binding: Binding) -> LookupError {
        .cycle(path: [PathStep(binding: binding, location: nil)])
    }
}
