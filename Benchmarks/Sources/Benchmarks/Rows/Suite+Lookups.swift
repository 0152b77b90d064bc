import Fixtures
import Fusion
import Wormer

private struct Injected {
    @Inject var clock: any Clock
    @LazyInject var kept: any Clock
}

private final class Lazy {
    lazy var clock: any Clock = Injector.default.instance()
}

// Lookups of one service, without other activity.

extension Suite {
    var singletonRows: [Row] {
        let (injector, container) = (injector, container)
        return [
            Row("singleton by type, kept injector", .times(1.5), subject: lookup, baseline: constant),
            Row(
                "singleton as @Service property",
                .times(2),
                subject: { for _ in 0..<$0 { use(container.clock) } },
                baseline: constant
            ),
            Row(
                "singleton with an identifier",
                .times(6),
                subject: { for _ in 0..<$0 { use(injector.instance(for: (any Clock).self, id: "wall")) } },
                baseline: constant
            ),
            Row(
                "singleton of a function with an argument",
                .times(8),
                subject: { for _ in 0..<$0 { use(container.stamp(place: "wall")) } },
                baseline: constant
            ),
        ]
    }

    var transientRows: [Row] {
        let (injector, container) = (injector, container)
        return [
            Row(
                "transient by type",
                .times(1.6),
                subject: construction,
                baseline: { for _ in 0..<$0 { use(newMessage()) } }
            ),
            Row(
                "transient as @Service property",
                .times(4),
                subject: { for _ in 0..<$0 { use(container.message) } },
                baseline: { for _ in 0..<$0 { use(newMessage()) } }
            ),
            Row(
                "transient of the main actor, against another one",
                .times(1.5),
                subject: { for _ in 0..<$0 { use(injector.instance(for: (any Banner).self)) } },
                baseline: construction
            ),
        ]
    }

    var otherLifetimeRows: [Row] {
        let injector = injector
        let store = injector.instance(for: (any ImageStore).self)
        return [
            Row(
                "weak instance that is held, against a singleton",
                .times(5),
                subject: { count in
                    withExtendedLifetime(store) {
                        for _ in 0..<count { use(injector.instance(for: (any ImageStore).self)) }
                    }
                },
                baseline: lookup
            ),
            Row(
                "five contributions, against five singletons",
                .times(4),
                subject: { for _ in 0..<$0 { use(injector.instances(for: (any Plugin).self)) } },
                baseline: { count in
                    for _ in 0..<count {
                        use(injector.instance(for: (any Clock).self))
                        use(injector.instance(for: (any Calendar).self))
                        use(injector.instance(for: (any Clock).self))
                        use(injector.instance(for: (any Calendar).self))
                        use(injector.instance(for: (any Clock).self))
                    }
                }
            ),
        ]
    }

    var wrapperRows: [Row] {
        let injected = Injected()
        let lazy = Lazy()
        return [
            Row(
                "@Inject, against the lookup",
                .times(1.3),
                subject: { for _ in 0..<$0 { use(injected.clock) } },
                baseline: { for _ in 0..<$0 { use(Injector.default.instance(for: (any Clock).self)) } }
            ),
            Row(
                "@LazyInject, against a lazy variable",
                .times(1.2),
                subject: { for _ in 0..<$0 { use(injected.kept) } },
                baseline: { for _ in 0..<$0 { use(lazy.clock) } }
            ),
        ]
    }
}
