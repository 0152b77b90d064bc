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
        isMain: Bool,
        except known: AnyBinding?
    ) -> [NearMiss] {
        let entries = entries
        lazy var parents = Dictionary(entries.map { ($0.id, $0.parent) }, uniquingKeysWith: { first, _ in first })
        func parent(of id: UnsafeRawPointer) -> UnsafeRawPointer? { parents[id] ?? nil }
        let overrides = Layer.active?.ids ?? []
        let id = UnsafeRawPointer(Unmanaged.passUnretained(asked).toOpaque())
        func isBelow(_ candidate: UnsafeRawPointer, _ ancestor: UnsafeRawPointer) -> Bool {
            sequence(first: candidate, next: parent).contains(ancestor)
        }
        var misses: [NearMiss] = []
        for entry in entries {
            let found = entry.registry.bindings(at: key.word).filter { binding in
                binding !== known && binding.key == key && !binding.isVacant
            }
            guard !found.isEmpty, !isBelow(id, entry.id),
                overrides.starts(with: entry.registry.birthplaces ?? [])
            else {
                continue
            }
            for binding in found {
                if isBelow(entry.id, id) {
                    misses.append(NearMiss(binding, .childInjector, requested: key))
                } else if entry.parent != nil, entry.parent == parent(of: id) {
                    misses.append(NearMiss(binding, .siblingInjector, requested: key))
                } else if isMain {
                    misses.append(NearMiss(binding, .otherInjector, requested: key))
                }
            }
        }
        return misses
    }
}

extension Injector {
    /// Returns the bindings of a key in injectors that a request to this one does not see, the likeliest first.
    func bindingsElsewhere(of key: Key) -> [NearMiss] {
        let (asked, main) = (resolved, Main.current.injector)
        let seesMain = sequence(first: asked, next: \.parent).contains { $0 === main }
        let binding = seesMain ? nil : Layer.registryWithoutTouching(of: main).current.find(key)?.binding
        let found = Injectors.bindings(of: key, beside: asked, isMain: asked === main, except: binding)
        return ([binding].compactMap(\.self).map { NearMiss($0, .mainInjector, requested: key) } + found).ordered {
            ($0.kind.rank, $0.location.fileID, $0.location.line)
                < ($1.kind.rank, $1.location.fileID, $1.location.line)
        }
    }
}
