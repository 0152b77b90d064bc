import Fixtures
import Wormer

extension Suite {
    var threadRows: [Row] {
        [
            Row(
                "two threads, the same singleton",
                .ofScaling(1),
                subject: .threads([lookup, lookup]),
                baseline: .threads([constant, constant])
            )
        ]
    }
}
