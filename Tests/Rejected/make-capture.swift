// error: capture of 'counter' with non-Sendable type 'Counter' in a '@Sendable' closure
import Wormer

protocol API {}
struct LiveAPI: API {}

final class Counter {}

func bind() {
    let counter = Counter()
    Injector.default.bind(Counter.self, to: .make { counter })
}
