// error: reference to property 'currency' in closure requires explicit use of 'self' to make capture semantics explicit
import Fusion

extension Container {
    @Service var currency = "EUR"
    @Service var format: @Sendable (Int) -> String = { cents in "\(cents) \(currency)" }
}
