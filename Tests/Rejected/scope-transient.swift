// error: type 'Scope' has no member 'transient'
import Fusion
import Wormer

// It compiled, and shared one instance for ever.
let lifetime = Lifetime.scope(.transient)
