// error: 'cached' is unavailable: Write '.id("cached")', or declare it in 'extension Container.Scope'.
// error: 'graph' is unavailable: Write 'lifetime: .resolution'.
// error: 'scope' is unavailable: Write 'lifetime: .scope(...)'.
// error: 'scope' is unavailable: Write the scope itself: '@Service(.login)'.
// error: 'shared' is unavailable: Write 'lifetime: .weak'.
// error: 'unique' has been renamed to 'transient'
import Fusion
import Wormer

extension Container.Scope { static let login = id("login") }
extension Wormer.Scope { static let session = Scope("session") }

Container.reset(.cached)
Container.reset(.shared)
Container.reset(.graph)
Container.reset(.unique)
Container.reset(.scope(.login))
Container.reset(.scope(.session))
