// Calls of Compat, which has an `@Inject` of its own.

import Compat

final class Clock: Injectable {}

struct Watch { @Inject var clock: Clock }

func registerClock() -> Watch {
    Resolver.shared.add(Clock())
    return Watch()
}
