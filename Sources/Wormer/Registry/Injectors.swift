/// The existing injectors, which errors search for other bindings of an interface.
enum Injectors {
    /// An injector that is not retained, because releasing the last reference here would run its `deinit`.
    private typealias Entry = (registry: Registry, id: UnsafeRawPointer, parent: UnsafeRawPointer?)

    private static let lock = Lock()

    // Guarded by `lock`, like the links of the registries. An injector removes its registry from the list before it
    // releases the registry.
    @exclusivity(unchecked) nonisolated(unsafe) private static var first: Unmanaged<Registry>?

    static func insert(_ registry: Registry) {
        let inserted = Unmanaged.passUnretained(registry)
        lock.withLock {
            registry.next = first
            first?._withUnsafeGuaranteedRef { $0.previous = inserted }
            first = inserted
        }
    }

    static func remove(_ registry: Registry) {
        lock.withLock {
            registry.next?._withUnsafeGuaranteedRef { $0.previous = registry.previous }
            if let previous = registry.previous {
                previous._withUnsafeGuaranteedRef { $0.next = registry.next }
            } else {
                first = registry.next
            }
        }
    }

    private static var entries: [Entry] {
        lock.withLock {
            var entries: [Entry] = []
            var next = first
            while let registry = next?.takeUnretainedValue() {
                let root = registry.root.pointee
                if let id = root.injector {
                    entries.append((registry, id, root.parent?.pointee.injector))
                }
                next = registry.next
            }
            return entries
        }
    }

    /// Returns the bindings of a key in injectors that are neither the main one nor visible from `asked`.
    ///
    /// Injectors that were created in an override are searched only inside that override. Injectors without a common
    /// parent are unrelated, unless one of them is the main injector.
    fileprivate static func bindings(
        of key: Key,
        beside asked: Injector,
        isMain: Bool
    ) -> [(NearMiss.Kind, AnyBinding)] {
        let entries = entries
        let found = entries.flatMap { entry in
            entry.registry.bindings(at: key.word).filter { $0.key == key && !$0.isVacant }.map { (entry, $0) }
        }
        guard !found.isEmpty else {
            return []
        }
        func parent(of id: UnsafeRawPointer) -> UnsafeRawPointer? { entries.first { $0.id == id }?.parent }
        let overrides = Layer.active?.ids ?? []
        let id = UnsafeRawPointer(Unmanaged.passUnretained(asked).toOpaque())
        func isBelow(_ candidate: UnsafeRawPointer, _ ancestor: UnsafeRawPointer) -> Bool {
            sequence(first: candidate, next: parent).contains(ancestor)
        }
        return found.compactMap { entry, binding -> (NearMiss.Kind, AnyBinding)? in
            guard !isBelow(id, entry.id), overrides.starts(with: entry.registry.birthplaces ?? []) else {
                return nil
            }
            if isBelow(entry.id, id) {
                return (.childInjector, binding)
            }
            if entry.parent != nil, entry.parent == parent(of: id) {
                return (.siblingInjector, binding)
            }
            return isMain ? (.otherInjector, binding) : nil
        }
    }
}

extension Injector {
    /// Returns the bindings of a key in injectors that a request to this one does not see, the likeliest first.
    func bindingsElsewhere(of key: Key) -> [(NearMiss.Kind, AnyBinding)] {
        let (asked, main) = (resolved, Main.current.injector)
        var found = Injectors.bindings(of: key, beside: asked, isMain: asked === main)
        if !sequence(first: asked, next: \.parent).contains(where: { $0 === main }),
            let binding = Layer.registryWithoutTouching(of: main).current.find(key)?.binding
        {
            found = [(.mainInjector, binding)] + found.filter { $1 !== binding }
        }
        return found.ordered {
            ($0.0.rawValue, $0.1.location.fileID, $0.1.location.line)
                < ($1.0.rawValue, $1.1.location.fileID, $1.1.location.line)
        }
    }
}
