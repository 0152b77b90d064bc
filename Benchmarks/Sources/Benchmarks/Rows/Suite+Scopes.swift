import Fixtures
import Wormer

// Scopes, compared with a task-local that is written by hand.

extension Suite {
    var scopeRows: [Row] {
        let injector = injector
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
                "empty withScope, against TaskLocal.withValue",
                .times(4),
                subject: { for _ in 0..<$0 { try injector.withScope(.request) { touch() } } },
                baseline: { for _ in 0..<$0 { RequestContext.$current.withValue(.shared) { touch() } } }
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

    var asyncScopeRows: [Row] {
        let injector = injector
        let byHand: Side.AsyncLoop = { count in
            for _ in 0..<count {
                await RequestContext.$current.withValue(newRequestContext()) { () async in useContext() }
            }
        }
        return [
            Row(
                "empty withScope in a task, against TaskLocal.withValue",
                .times(4),
                subject: .task { count in
                    for _ in 0..<count {
                        try await injector.withScope(.request) { () async in touch() }
                    }
                },
                baseline: .task { count in
                    for _ in 0..<count {
                        await RequestContext.$current.withValue(.shared) { () async in touch() }
                    }
                }
            ),
            Row(
                "withScope with three instances made in a task",
                .times(6),
                subject: .task { count in
                    for _ in 0..<count {
                        try await injector.withScope(.request) { () async in useScope(of: injector) }
                    }
                },
                baseline: .task(byHand)
            ),
            Row(
                "withScope with three instances made by asyncInstance",
                .times(6),
                subject: .task { count in
                    for _ in 0..<count {
                        try await injector.withScope(.request) {
                            use(try await injector.asyncInstance(for: (any RequestNumber).self))
                            use(try await injector.asyncInstance(for: (any Transaction).self))
                            use(try await injector.asyncInstance(for: (any Cart).self))
                        }
                    }
                },
                baseline: .task(byHand)
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
