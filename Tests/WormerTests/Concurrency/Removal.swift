import Wormer

/// What takes an instance away from an injector.
enum Removal: CaseIterable, Sendable {
    case bindingAnew, unbinding, reset, droppingInstances, assigning

    /// Takes the singleton `Product` away.
    func apply(to injector: Injector) {
        switch self {
        case .bindingAnew:
            injector.bind(Product.self, lifetime: .singleton, to: .make { Product {} })
        case .unbinding: injector.unbind(interface: Product.self)
        case .reset: injector.reset()
        case .droppingInstances: injector.dropInstances(of: .singleton)
        case .assigning:
            let location = CodeLocation(fileID: #fileID, line: #line)
            injector.assign(Product {}, to: Key(Product.self), at: location)
        }
    }
}

/// Says when it goes.
final class Product: Sendable {
    private let farewell: @Sendable () -> Void

    init(_ farewell: @escaping @Sendable () -> Void) {
        self.farewell = farewell
    }

    deinit {
        farewell()
    }
}

final class Witness: Sendable {}
