import Fusion
import Wormer

/// What is bound and asked for: interfaces of several kinds, most of them found by their type alone.
enum Slot: Int, CaseIterable, Sendable {
    case alpha, beta, product, small, large, identifiedAlpha, identifiedLarge

    private var id: AnyHashable? {
        rawValue < Slot.identifiedAlpha.rawValue ? nil : AnyHashable(rawValue)
    }

    func bind(
        _ scope: Container.Scope,
        in container: Container,
        _ make: @escaping @Sendable (Container) throws -> Product
    ) {
        switch self {
        case .alpha, .identifiedAlpha: container.bind(scope, to: (any Alpha).self, id: id) { try make($0) }
        case .beta: container.bind(scope, to: (any Beta).self) { Envelope(product: try make($0)) }
        case .product: container.bind(scope, to: Product.self, factory: make)
        case .small: container.bind(scope, to: Envelope.self) { Envelope(product: try make($0)) }
        case .large, .identifiedLarge: container.bind(scope, to: Parcel.self, id: id) { Parcel(try make($0)) }
        }
    }

    func unbind(in injector: Injector) {
        switch self {
        case .alpha, .identifiedAlpha: injector.unbind(interface: (any Alpha).self, id: id)
        case .beta: injector.unbind(interface: (any Beta).self)
        case .product: injector.unbind(interface: Product.self)
        case .small: injector.unbind(interface: Envelope.self)
        case .large, .identifiedLarge: injector.unbind(interface: Parcel.self, id: id)
        }
    }

    /// Asks for an instance, and gives the product in it.
    func resolve(in injector: Injector) throws(InjectionError) -> Product {
        switch self {
        case .alpha, .identifiedAlpha: try injector.throwingInstance(for: (any Alpha).self, id: id).product
        case .beta: try injector.throwingInstance(for: (any Beta).self).product
        case .product: try injector.throwingInstance(for: Product.self)
        case .small: try injector.throwingInstance(for: Envelope.self).product
        case .large, .identifiedLarge: try injector.throwingInstance(for: Parcel.self, id: id).product
        }
    }
}

extension LifetimeName {
    var scope: Container.Scope {
        switch self {
        case .transient: .transient
        case .singleton: .singleton
        case .session: .id("session")
        }
    }
}
