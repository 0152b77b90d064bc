// accepted
// This program compiles, which shows that the other programs are not rejected because of a missing module.
import Fusion
import Wormer

let lifetimes: [Lifetime] = [.transient, .singleton, .scope(Scope("request")), .scope(.alwaysOpen("session"))]
let scopes: [Container.Scope] = [.transient, .singleton, .id("session")]
let injectors = [Injector(), Injector(parent: .default)]
