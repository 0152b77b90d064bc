// error: 'scope' is unavailable: Declare 'extension Scope { static let job = Scope("job") }', and write '.scope(.job)'.
import Wormer

struct Job {}

Injector.default.bind(Job.self, lifetime: .scope("job"), to: .make { Job() })
