// error: cannot convert value of type 'Container.Scope' to expected argument type 'Scope'
import Fusion
import Wormer

// It compiled, and shared one instance for ever.
let lifetime = Lifetime.scope(Container.Scope.transient)
