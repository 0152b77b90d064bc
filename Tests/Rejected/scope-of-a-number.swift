// error: cannot convert value of type 'Int' to expected argument type 'Scope'
import Wormer

let lifetime = Lifetime.scope(1)
