// accepted
// Proves that the programs of this folder are rejected for the errors they name, and not because nothing compiles.
import Fusion
import Wormer

let lifetimes: [Lifetime] = [.transient, .singleton, .scope(Scope("request")), .scope(.alwaysOpen("session"))]
let scopes: [Container.Scope] = [.transient, .singleton, .id("session")]
