// error: cannot infer type of closure parameter 'level' without a type annotation
import Wormer

struct Log {
    let level: Int
}

Injector.default.bind(Log.self, to: .using { level in Log(level: 1) })
