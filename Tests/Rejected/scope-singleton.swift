// error: type 'Scope' has no member 'singleton'
import Fusion
import Wormer

// Defect: this compiled, and the instance remained after `reset(.singleton)`.
let lifetime = Lifetime.scope(.singleton)
