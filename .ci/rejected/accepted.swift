// accepted
// The others of this folder are rejected for what they say, and not because nothing compiles.
import Fusion
import Wormer

let lifetimes: [Lifetime] = [.transient, .singleton, .scope(Scope("request")), .scope(.alwaysOpen("session"))]
let scopes: [Container.Scope] = [.transient, .singleton, .id("session")]
