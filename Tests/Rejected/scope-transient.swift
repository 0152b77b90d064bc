// error: type 'Scope' has no member 'transient'
import Fusion
import Wormer

// Defect: this compiled, and all requests shared one instance.
let lifetime = Lifetime.scope(.transient)
