import Fixtures
import Fusion
import Wormer

extension Suite {
    var overrideRows: [Row] {
        [
            Row("override around one lookup", .nanoseconds(2_000)) { [injector] in
                for _ in 0..<$0 {
                    Container.mock { _ in
                    } then: {
                        use(injector.instance(for: (any Clock).self))
                    }
                }
            },
            Row(
                "override around one lookup, 10,000 bindings against 60",
                .times(1.5),
                subject: { override(Suite.crowded, count: $0) },
                baseline: { [container] in override(container, count: $0) }
            ),
            Row(
                "singleton inside an override, made outside",
                .times(4),
                subject: { [lookup] count in
                    try Container.mock { _ in
                    } then: {
                        try lookup(count)
                    }
                },
                baseline: constant
            ),
            Row(
                "singleton inside an override, made inside",
                .times(4),
                subject: { [injector] count in
                    Container.mock { _ in
                    } then: {
                        for _ in 0..<count { use(injector.instance(for: (any Meter).self)) }
                    }
                },
                baseline: constant
            ),
        ]
    }
}

private func override(_ container: Container, count: Int) {
    let injector = container.injector
    for _ in 0..<count {
        container.mock { _ in
        } then: {
            use(injector.instance(for: (any Clock).self))
        }
    }
}
