// error: type 'Library' has no member 'init(databse:)'
import Wormer

struct Database {}
struct Library {
    let database: Database
}

// Defect: the compiler also could not infer the parameters of 'using'.
Injector.default.bind(Library.self, to: .using(Library.init(databse:)))
