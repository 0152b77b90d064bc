// error: implicit capture of 'counter' requires that 'Counter' conforms to 'Sendable'
import Wormer

protocol API {}
struct LiveAPI: API {}

final class Counter {}

func bind() {
    let counter = Counter()
    Injector.default.bind(Counter.self, to: .value(counter))
}
