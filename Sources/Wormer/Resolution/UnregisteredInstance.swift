/// An instance that belongs to no injector: the object that holds this looks it up once and keeps it.
@usableFromInline
package final class UnregisteredInstance<P>: @unchecked Sendable {
    // Unchecked because the cell has a lock.

    @usableFromInline let cell: Guarded<Cell>
    private let binding: Binding<P>

    /// Creates a place for an instance.
    ///
    /// - Parameters:
    ///   - key: The key of the lookup, shown in errors.
    ///   - location: The location of the lookup.
    package init(_ key: Key, at location: CodeLocation) {
        binding = Binding<P>(key: key, P.self, .singleton, nil, at: location)
        var cell = Cell(of: UnsafeRawPointer(bitPattern: 8).unsafelyUnwrapped)
        var contents = Contents(binding: binding)
        _ = cell.exchange(&contents)
        self.cell = Guarded(cell)
    }

    deinit {
        cell.free()
    }

    /// Returns the instance.
    ///
    /// The first call looks it up. Calls on other threads wait for the instance.
    ///
    /// - Parameter lookUp: Looks the instance up.
    /// - Returns: The instance.
    /// - Precondition: `lookUp` does not call this function. Otherwise the process ends with a message.
    @inlinable
    package func instance(lookingUp lookUp: () -> P) -> P {
        cell.acquire()
        if let instance = cell.state.pointee.slot.instance {
            defer { cell.release() }
            return unsafeDowncast(instance, to: Instance<P>.self).value
        }
        cell.release()
        return firstInstance(lookingUp: lookUp)
    }

    @usableFromInline
    func firstInstance(lookingUp lookUp: () -> P) -> P {
        let owner = Owner.thisThread
        do {
            while true {
                var gone: AnyInstance?
                let claim = cell.withLock { cell in
                    cell.withSlot { $0.claim(for: binding, by: owner, isPreparing: false, replacing: &gone) }
                }
                switch claim {
                case .kept(let instance): return unsafeDowncast(instance, to: Instance<P>.self).value
                case .wait(let construction): _ = try construction.wait(at: binding.location)
                case .own:
                    let instance = lookUp()
                    let box = Instance(instance)
                    let (_, waiting) = cell.withLock { $0.withSlot { $0.finish(box, by: owner) } }
                    waiting?.finish(.success(box))
                    return instance
                }
            }
        } catch {
            endProcess(
                with: binding.explained(error, in: .default, at: binding.location, below: nil),
                at: binding.location
            )
        }
    }
}
