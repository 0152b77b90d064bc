import CHeap
import Fusion
import Wormer

/// The memory that one binding, instance, scope or override takes.
enum Memory {
    private static let count = 10_000

    /// Measures `count` bindings, singletons, scopes and overrides that exist at the same time.
    static func measure() async throws -> Table {
        let container = Container()
        let injector = container.injector
        let bindings = allocated {
            for id in 0..<count {
                injector.bind(Instance.self, id: id, lifetime: .singleton, to: .make { Instance() })
            }
        }
        let singletons = allocated {
            for id in 0..<count { _ = injector.instance(for: Instance.self, id: id) }
        }
        injector.bind(Instance.self, lifetime: .scope(.request), to: .make { Instance() })
        let tasks = try await suspended { try await $0() }
        let scopes = try await suspended { wait in
            try await injector.withScope(.request) { try await wait() }
        }
        let filled = try await suspended { wait in
            try await injector.withScope(.request) {
                _ = injector.instance(for: Instance.self)
                try await wait()
            }
        }
        let overrides = try await suspended { wait in
            try await container.mock { _ in
            } then: {
                try await wait()
            }
        }
        let replacements = try await suspended { wait in
            try await container.mock {
                $0.bind(Instance.self, value: Instance())
            } then: {
                try await wait()
            }
        }
        let figures = [
            ("a binding with an identifier", bindings),
            ("the empty object of a singleton", singletons),
            ("an open scope", scopes - tasks),
            ("an open scope with an empty object", filled - tasks),
            ("an override", overrides - tasks),
            ("an override that replaces a binding", replacements - tasks),
        ]
        return Table("| measurement | bytes |\n|---|---:|", rows: figures.map { [$0, $1.text()] })
    }

    /// Returns the bytes that `body` allocates and does not release, divided by `count`.
    private static func allocated(_ body: () -> Void) -> Double {
        let before = heap_size()
        body()
        return (Double(heap_size()) - Double(before)) / Double(count)
    }

    /// Returns the bytes for each of `count` tasks that wait inside `body`.
    private static func suspended(
        _ body: @escaping @Sendable (_ wait: @Sendable () async throws -> Void) async throws -> Void
    ) async throws -> Double {
        let gate = Gate()
        let before = heap_size()
        let tasks = (0..<count).map { _ in
            Task { try await body { await gate.wait() } }
        }
        while await gate.waiting < count { await Task.yield() }
        let bytes = (Double(heap_size()) - Double(before)) / Double(count)
        await gate.open()
        for task in tasks { try await task.value }
        return bytes
    }
}

/// An object without properties, which takes 16 bytes.
private final class Instance: Sendable {}

extension Scope {
    fileprivate static let request = Scope("request")
}

/// Lets tasks wait until it opens.
private actor Gate {
    private var continuations: [CheckedContinuation<Void, Never>] = []

    var waiting: Int { continuations.count }

    func wait() async {
        await withCheckedContinuation { continuations.append($0) }
    }

    func open() {
        for continuation in continuations { continuation.resume() }
        continuations = []
    }
}
