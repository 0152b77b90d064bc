// error: 'scope' is unavailable: Declare 'extension Scope { static let job = Scope("job") }', and write '.scope(.job)'.
// error: cannot convert value of type 'Container.Scope' to expected argument type 'Scope'
// error: cannot convert value of type 'Int' to expected argument type 'Scope'
// error: type 'Scope' has no member 'singleton'
// error: type 'Scope' has no member 'transient'
import Fusion
import Wormer

let number = Lifetime.scope(1)
let text: Lifetime = .scope("job")
let ofContainer = Lifetime.scope(Container.Scope.transient)
let singleton = Lifetime.scope(.singleton)
let transient = Lifetime.scope(.transient)
