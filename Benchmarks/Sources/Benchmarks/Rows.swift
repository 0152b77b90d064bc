import Fixtures
import Fusion
import Wormer

extension Container {
    @Service(.singleton) var clock: any Clock = SystemClock()
}

private struct Injected {
    @Inject var clock: any Clock
    @Inject(\.clock) var declared
}

/// The rows, on injectors that hold 50 other bindings.
func makeRows() -> [Row] {
    let container = Container()
    Container.main = container
    let injector = container.injector
    bindOthers(50, in: injector)
    bindFixtures(in: injector)
    let wired = Container().injector
    bindOthers(50, in: wired)
    wireApplication(in: wired)
    let crowded = Container().injector
    bindOthers(10_000, in: crowded)
    bindFixtures(in: crowded)
    let injected = Injected()
    let constant: Row.Loop = { for _ in 0..<$0 { use(sharedClock()) } }
    let lookup: Row.Loop = { for _ in 0..<$0 { use(injector.instance(for: (any Clock).self)) } }
    return [
        Row("singleton by type, kept injector", .times(2), subject: lookup, baseline: constant),
        Row(
            "singleton by type, Injector.default",
            .times(2),
            subject: { for _ in 0..<$0 { use(Injector.default.instance(for: (any Clock).self)) } },
            baseline: constant
        ),
        Row(
            "singleton as @Service property",
            .times(2),
            subject: { for _ in 0..<$0 { use(container.clock) } },
            baseline: constant
        ),
        Row(
            "transient by type",
            .times(1.6),
            subject: { for _ in 0..<$0 { use(injector.instance(for: (any Message).self)) } },
            baseline: { for _ in 0..<$0 { use(newMessage()) } }
        ),
        Row(
            "10-object transient graph, closures",
            .times(2),
            subject: { for _ in 0..<$0 { use(injector.instance(for: (any Application).self)) } },
            baseline: { for _ in 0..<$0 { use(newApplication()) } }
        ),
        Row(
            "10-object transient graph, auto-wired",
            .times(1.6),
            subject: { for _ in 0..<$0 { use(wired.instance(for: (any Application).self)) } },
            baseline: { for _ in 0..<$0 { use(newApplication()) } }
        ),
        Row(
            "singleton with an identifier",
            .times(4),
            subject: { for _ in 0..<$0 { use(injector.instance(for: (any Clock).self, id: "wall")) } },
            baseline: constant
        ),
        Row(
            "@Inject by type, against the lookup",
            .times(1.3),
            subject: { for _ in 0..<$0 { use(injected.clock) } },
            baseline: { for _ in 0..<$0 { use(Injector.default.instance(for: (any Clock).self)) } }
        ),
        Row(
            "@Inject by key path, against the property",
            .times(1.3),
            subject: { for _ in 0..<$0 { use(injected.declared) } },
            baseline: { for _ in 0..<$0 { use(Container.main[keyPath: \.clock]) } }
        ),
        Row("rebinding one interface", .nanoseconds(100)) {
            for _ in 0..<$0 {
                injector.bind(interface: (any Message).self, toImplementation: ShortMessage.self) { ShortMessage() }
            }
        },
        Row(
            "two threads, different singletons",
            .ofScaling(0.9),
            subjects: [lookup, { for _ in 0..<$0 { use(injector.instance(for: (any Calendar).self)) } }],
            baselines: [constant, { for _ in 0..<$0 { use(sharedCalendar()) } }]
        ),
        Row(
            "two threads, the same singleton",
            .ofScaling(1),
            subjects: [lookup, lookup],
            baselines: [constant, constant]
        ),
        Row(
            "inside a task-local override, against outside",
            .times(2),
            subject: { count in
                Container.mock { _ in
                } then: {
                    lookup(count)
                }
            },
            baseline: lookup
        ),
        Row(
            "10,000 bindings, against 50",
            .times(1.3),
            subject: { for _ in 0..<$0 { use(crowded.instance(for: (any Clock).self)) } },
            baseline: lookup
        ),
    ]
}
