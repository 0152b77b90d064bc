import Wormer

#if FUSION
    import Fusion
#endif

/// A service of the library.
public final class OrderLog: Sendable {}

/// Binds a service that the program requests.
public func bindOrders() {
    Injector.default.bind(OrderLog.self, lifetime: .singleton, to: .using(OrderLog.init))
}

/// The service that the library itself receives.
public var ownLog: OrderLog { Injector.default.instance() }

/// A value that the program bound.
public var host: String? { Injector.default.safeInstance(id: "host") }

#if FUSION
    extension Container {
        /// A declared service of the library.
        @Service(.singleton) public var discount = 0
    }

    /// The declared service, as the library itself reads it.
    public var ownDiscount: Int { Container.discount }
#endif
