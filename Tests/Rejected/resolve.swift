// error: 'resolve(_:name:id:)' is unavailable: Write 'instance(for:id:)', or 'safeInstance(for:id:)' for an optional.
import Wormer

protocol API {}

let injector = Injector.default
let unwrapped = injector.resolve(API.self)!
let inferred: any API = injector.resolve()
let named: (any API)? = injector.resolve(API.self, name: "live")
