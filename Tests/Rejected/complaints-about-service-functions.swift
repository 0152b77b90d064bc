// error: '@Service' must be attached to a property; for a function, write '@Provides' (from macro 'Service ')
// error: 'accessor' macro cannot be attached to instance method ('room')
import Fusion

extension Container {
    @Service func room() -> Int { 1 }
}
