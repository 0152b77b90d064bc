// error: type 'Scope' has no member 'singleton'
import Fusion
import Wormer

// It compiled, and survived `reset(.singleton)`.
let lifetime = Lifetime.scope(.singleton)
