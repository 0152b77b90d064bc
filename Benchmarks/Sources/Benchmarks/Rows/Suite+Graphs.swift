import Fixtures
import Wormer

// Lookups that make several objects.

extension Suite {
    var graphRows: [Row] {
        let (injector, wired) = (injector, wired)
        let application: Side.Loop = { for _ in 0..<$0 { use(newApplication()) } }
        let shop: Side.Loop = { for _ in 0..<$0 { use(newShop()) } }
        return [
            Row(
                "10-object transient graph, closures",
                .times(1.8),
                subject: { for _ in 0..<$0 { use(injector.instance(for: (any Application).self)) } },
                baseline: application
            ),
            Row(
                "10-object transient graph, auto-wired",
                .times(2.3),
                subject: { for _ in 0..<$0 { use(wired.instance(for: (any Application).self)) } },
                baseline: application
            ),
            Row(
                "diamond with a resolution part, closures",
                .times(6),
                subject: { for _ in 0..<$0 { use(injector.instance(for: (any Shop).self)) } },
                baseline: shop
            ),
        ]
    }
}
