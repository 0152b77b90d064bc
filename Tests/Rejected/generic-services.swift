// error: cannot find type 'Element' in scope
// error: cannot yield immutable value of type '_' as an inout yield
// error: generic parameter 'Element' could not be inferred
// error: static member 'names' cannot be used on instance of type 'Container'
// error: static member 'prices' cannot be used on instance of type 'Container'
// error: static member 'subscript(dynamicMember:)' cannot be used on instance of type 'Container'
import Fusion

struct Repository<Element>: Sendable {}

extension Container {
    @Service var prices: Repository<Element> = Repository<Element>()
    @Service var names = Repository()
}
