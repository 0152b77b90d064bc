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
        ]
    }
}
