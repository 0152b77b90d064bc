// error: cannot convert value of type 'Container.Scope' to expected argument type 'Scope'
import Fusion
import Wormer

// Defect: this compiled, and all requests shared one instance.
let lifetime = Lifetime.scope(Container.Scope.transient)
