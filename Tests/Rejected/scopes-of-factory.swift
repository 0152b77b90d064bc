// error: 'cached' is unavailable: Write '.id("cached")', or declare it in 'extension Container.Scope'.
// error: 'graph' is unavailable: Write 'lifetime: .resolution'.
// error: 'scope' is unavailable: Write 'lifetime: .scope(...)'.
// error: 'shared' is unavailable: Write 'lifetime: .weak'.
// error: 'unique' has been renamed to 'transient'
import Fusion

extension Wormer.Scope { static let session = Scope("session") }

Container.reset(.cached)
Container.reset(.shared)
Container.reset(.graph)
Container.reset(.unique)
Container.reset(.scope(.session))
