// error: '@Service' must be attached to a complete property declaration (from macro 'Service ')
// error: 'accessor' macro cannot be attached to instance method ('room')
import Fusion

extension Container {
    @Service func room() -> Int { 1 }
}
