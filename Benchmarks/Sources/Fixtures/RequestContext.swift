import Wormer

// The services of a server's HTTP request, passed along without an injector.

package protocol RequestNumber: Sendable {}
package protocol Transaction: Sendable {}
package protocol Cart: Sendable {}

package final class LiveRequestNumber: RequestNumber {
    private let number = 1

    package init() {}
}

package final class LiveTransaction: Transaction {
    private let number = 1

    package init() {}
}

package final class LiveCart: Cart {
    private let number = 1

    package init() {}
}

extension Scope {
    package static let request = Scope("request")
}

/// The services of one HTTP request in a task-local.
package final class RequestContext: Sendable {
    @TaskLocal package static var current: RequestContext?

    fileprivate let number: any RequestNumber
    fileprivate let transaction: any Transaction
    fileprivate let cart: any Cart

    package init() {
        number = LiveRequestNumber()
        transaction = LiveTransaction()
        cart = LiveCart()
    }
}

@inline(never)
package func newRequestContext() -> RequestContext {
    RequestContext()
}

@inline(never)
package func currentRequestNumber() -> any RequestNumber {
    RequestContext.current!.number
}

@inline(never)
package func currentTransaction() -> any Transaction {
    RequestContext.current!.transaction
}

@inline(never)
package func currentCart() -> any Cart {
    RequestContext.current!.cart
}

@inline(never)
package func use(_ number: any RequestNumber) {}

@inline(never)
package func use(_ transaction: any Transaction) {}

@inline(never)
package func use(_ cart: any Cart) {}
