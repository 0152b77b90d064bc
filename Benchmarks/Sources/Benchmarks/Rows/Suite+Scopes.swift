import Fixtures
import Wormer

// Scopes, compared with a task-local that is written by hand, and lookups in a task.

extension Suite {
    var scopeRows: [Row] {
        let injector = injector
        let begun = Injector()
        bindFixtures(in: begun)
        _ = try? begun.begin(.request)
        return [
            Row(
                "instance of an open scope, against a singleton",
                .times(5),
                subject: { count in
                    try injector.withScope(.request) {
                        for _ in 0..<count { use(injector.instance(for: (any Cart).self)) }
                    }
                },
                baseline: lookup
            ),
            Row(
                "instance of a scope that has begun, against a singleton",
                .times(5),
                subject: { for _ in 0..<$0 { use(begun.instance(for: (any Cart).self)) } },
                baseline: lookup
            ),
            Row(
                "withScope with three instances made",
                .times(6),
                subject: { for _ in 0..<$0 { try injector.withScope(.request) { useScope(of: injector) } } },
                baseline: { count in
                    for _ in 0..<count {
                        RequestContext.$current.withValue(newRequestContext()) { useContext() }
                    }
                }
            ),
        ]
    }

    var asyncRows: [Row] {
        let (injector, wired) = (injector, wired)
        return [
            Row(
                "awaited graph of three, against a closure's",
                .times(4),
                subject: .task { for _ in 0..<$0 { use(try await wired.asyncInstance(for: (any Storage).self)) } },
                baseline: .task { for _ in 0..<$0 { use(injector.instance(for: (any Storage).self)) } }
            ),
            Row(
                "withScope with three instances made in a task",
                .times(6),
                subject: .task { count in
                    for _ in 0..<count {
                        try await injector.withScope(.request) { () async in useScope(of: injector) }
                    }
                },
                baseline: .task { count in
                    for _ in 0..<count {
                        await RequestContext.$current.withValue(newRequestContext()) { () async in useContext() }
                    }
                }
            ),
            Row(
                "asyncInstance of a singleton, against instance",
                .times(4),
                subject: .task { for _ in 0..<$0 { use(try await injector.asyncInstance(for: (any Clock).self)) } },
                baseline: .task { for _ in 0..<$0 { use(injector.instance(for: (any Clock).self)) } }
            ),
        ]
    }
}

private func useScope(of injector: Injector) {
    use(injector.instance(for: (any RequestNumber).self))
    use(injector.instance(for: (any Transaction).self))
    use(injector.instance(for: (any Cart).self))
}

private func useContext() {
    use(currentRequestNumber())
    use(currentTransaction())
    use(currentCart())
}
