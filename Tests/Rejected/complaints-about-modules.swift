// error: 'Inject' is ambiguous for type lookup in this context
// error: reference to member 'isolatedBindings' cannot be resolved without a contextual type
// error: cannot find 'withIsolatedBindings' in scope
import Compat
import Fusion
import Testing

struct Screen { @Inject var limit: Int }

@Test(.isolatedBindings) func showsLimit() {}

@Test func limit() throws { try withIsolatedBindings { _ in } }
