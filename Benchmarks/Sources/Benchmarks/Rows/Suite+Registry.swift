import Fixtures
import Foundation
import Fusion
import Wormer

// The costs of many bindings, and of changing bindings.

extension Suite {
    var registryRows: [Row] {
        let injector = injector
        let registry = LockedDictionary()
        return [
            Row(
                "10,000 bindings, against 50",
                .times(1.3),
                subject: { count in
                    let crowded = Suite.crowded.injector
                    for _ in 0..<count { use(crowded.instance(for: (any Clock).self)) }
                },
                baseline: lookup
            ),
            Row(
                "rebinding one interface, against a dictionary under a lock",
                .times(8),
                subject: { count in
                    for _ in 0..<count {
                        injector.bind((any Message).self, to: .make { ShortMessage() })
                    }
                },
                baseline: { for _ in 0..<$0 { registry.bind((any Message).self) { ShortMessage() } } }
            ),
            Row("child container with one binding and one lookup", .nanoseconds(2_500)) { [container] count in
                for _ in 0..<count {
                    let child = Container(parent: container)
                    child.bind((any Message).self, to: .make { ShortMessage() })
                    use(child.resolveAssert((any Message).self))
                }
            },
        ]
    }
}

/// A minimal registry.
private final class LockedDictionary {
    private final class Binding {
        let make: () -> Any

        init(_ make: @escaping () -> Any) {
            self.make = make
        }
    }

    private let lock = NSLock()
    private var bindings: [ObjectIdentifier: Binding] = [:]

    init() {
        for type in digits {
            bind(type) { type }
        }
    }

    @inline(never)
    func bind(_ interface: Any.Type, _ make: @escaping () -> Any) {
        let binding = Binding(make)
        lock.withLock { bindings[ObjectIdentifier(interface)] = binding }
    }
}
