import Fixtures
import Wormer

extension Suite {
    var threadRows: [Row] {
        let injector = injector
        return [
            Row(
                "two threads, different singletons",
                .ofScaling(0.9),
                subject: .threads([
                    lookup, { for _ in 0..<$0 { use(injector.instance(for: (any Calendar).self)) } },
                ]),
                baseline: .threads([constant, { for _ in 0..<$0 { use(sharedCalendar()) } }])
            ),
            Row(
                "two threads, the same singleton",
                .ofScaling(1),
                subject: .threads([lookup, lookup]),
                baseline: .threads([constant, constant])
            ),
        ]
    }

    /// Requests during long work on another thread or task, compared with requests while another thread blocks.
    var bystanderRows: [Row] {
        let injector = injector
        let situations: [(title: String, limit: Double, situation: Side.Situation)] = [
            ("beside a first initializer of another thread", 1.2, { duringInitializer(in: injector, $0) }),
            ("beside a first initializer of another task", 1.2, { duringAsyncInitializer(in: injector, $0) }),
            ("beside an override of another thread", 1.5, duringOverride),
            ("beside an override of another task", 1.5, duringAsyncOverride),
        ]
        return situations.flatMap { title, limit, situation in
            [("singleton", lookup), ("transient", construction)].map { name, loop in
                Row(
                    "\(name) \(title), against alone",
                    .times(limit),
                    subject: Side.thread(loop).during(situation),
                    baseline: Side.thread(loop).during(duringPause)
                )
            }
        }
    }
}
