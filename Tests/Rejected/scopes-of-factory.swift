// error: 'cached' is unavailable: Write '.id("cached")', or declare it in 'extension Container.Scope'.
// error: 'graph' is unavailable: Write 'lifetime: .resolution'.
// error: 'shared' is unavailable: Write 'lifetime: .weak'.
// error: 'unique' has been renamed to 'transient'
import Fusion

Container.reset(.cached)
Container.reset(.shared)
Container.reset(.graph)
Container.reset(.unique)
