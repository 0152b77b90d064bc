// Bindings that belong to no injector. The object that holds such a binding requests the instance once and keeps it.

extension Binding {
    /// Creates a binding for an instance that the caller keeps.
    ///
    /// - Parameters:
    ///   - key: The key of the request, shown in errors.
    ///   - location: The location of the request.
    package convenience init(unregistered key: Key, at location: CodeLocation) {
        self.init(key: key, lifetime: .singleton, location: location)
    }

    /// Returns the instance.
    ///
    /// The first call makes the request. Calls on other threads wait for the instance.
    ///
    /// - Parameter request: Requests the instance.
    /// - Returns: The instance.
    /// - Precondition: `request` does not call this function. Otherwise the process ends with a message.
    @inlinable
    package func instance(requestedBy request: () -> P) -> P {
        published(as: P.self) ?? firstInstance(requestedBy: request)
    }

    @usableFromInline
    func firstInstance(requestedBy request: () -> P) -> P {
        do {
            while let claim = claim(in: nil, thread: ResolutionStack.current.thread) {
                switch claim {
                case .kept(let instance):
                    return unsafeDowncast(instance, to: Instance<P>.self).value
                case .own:
                    let instance = request()
                    keep(Instance(instance), in: nil, of: nil)
                    return instance
                case .wait(let construction):
                    _ = try construction.wait(at: location)
                }
            }
            throw ResolutionError.failed(.notBound)
        } catch {
            endProcess(with: explained(error, in: .default, at: location), at: location)
        }
    }
}
