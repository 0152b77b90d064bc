/// The instances of a stretch of time: those of an open scope, or those that one outermost request shares.
final class Keeping: @unchecked Sendable {
    // What changes here is guarded by `lock`, which is that of the cells too.

    let lock = Lock()

    // The binding is held so that its identity is not given to another.
    private var cells: [ObjectIdentifier: (binding: AnyBinding, cell: AnyCell)] = [:]
    private var hasEnded = false

    /// The cell of a binding, nil if the time is over.
    ///
    /// A binding that an override copied shares what was made for the original before.
    func cell<P>(for binding: Binding<P>) -> Cell<P>? {
        lock.withLock { () -> Cell<P>? in
            guard !hasEnded else {
                return nil
            }
            if let made = madeCell(for: binding) {
                return made
            }
            if let begun = cells[ObjectIdentifier(binding)] {
                // A binding of `P` is only ever given a cell of `P`.
                return unsafeDowncast(begun.cell, to: Cell<P>.self)
            }
            let cell = Cell<P>(lock: lock)
            cells[ObjectIdentifier(binding)] = (binding, cell)
            return cell
        }
    }

    /// The cell in which an instance of a binding, or of what it was copied from, is made already.
    private func madeCell<P>(for binding: Binding<P>) -> Cell<P>? {
        var next: Binding<P>? = binding
        while let candidate = next {
            if let known = cells[ObjectIdentifier(candidate)], known.cell.isMade {
                // As above.
                return unsafeDowncast(known.cell, to: Cell<P>.self)
            }
            next = candidate.original
        }
        return nil
    }

    /// Gives every instance up.
    ///
    /// - Returns: What ends them.
    func end() -> [Ending] {
        let (ended, endings) = lock.withLock {
            hasEnded = true
            defer { cells = [:] }
            return (cells, cells.values.compactMap { $0.cell.takeEnding() })
        }
        withExtendedLifetime(ended) {}
        return endings
    }
}
