import Wormer

/// A way to remove an instance from an injector.
enum Removal: CaseIterable, Sendable {
    case bindingAnew, unbinding, reset, droppingInstances, resettingOne, assigning

    /// Removes the singleton `Product`.
    func apply(to injector: Injector) {
        switch self {
        case .bindingAnew:
            injector.bind(Product.self, lifetime: .singleton, to: .make { Product {} })
        case .unbinding: injector.unbind(Product.self)
        case .reset: injector.unbindAll()
        case .droppingInstances: injector.registry.reset(.singleton)
        case .resettingOne: injector.reset(Product.self)
        case .assigning:
            let location = CodeLocation(fileID: #fileID, line: #line)
            injector.assign(Product {}, to: Key(Product.self), at: location)
        }
    }
}

/// An object that reports its deinitialization.
final class Product: Sendable {
    private let onDeinit: @Sendable () -> Void

    init(_ onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }

    deinit { onDeinit() }
}

final class Witness: Sendable {}
