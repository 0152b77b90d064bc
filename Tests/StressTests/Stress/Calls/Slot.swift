import Fusion
import Wormer

/// What is bound and asked for: interfaces of several kinds, most of them found by their type alone.
///
/// The last three are contributions to one interface. Of those without an identifier there may be many.
enum Slot: Int, CaseIterable, Sendable {
    case alpha, beta, product, small, large, identifiedAlpha, identifiedLarge, plugin, firstPlugin, secondPlugin

    static let identifiedPlugins: [Slot] = [.firstPlugin, .secondPlugin]

    /// Whether the instances are objects, which can be held weakly.
    var isObject: Bool {
        switch self {
        case .alpha, .product, .identifiedAlpha, .plugin, .firstPlugin, .secondPlugin: true
        case .beta, .small, .large, .identifiedLarge: false
        }
    }

    /// Whether there may be several.
    var isPlural: Bool {
        self == .plugin
    }

    var isContributed: Bool {
        rawValue >= Slot.plugin.rawValue
    }

    /// The calls that name its type.
    var interface: any Interface {
        Slot.interfaces[rawValue]
    }

    private static let interfaces: [any Interface] = allCases.map { slot in
        switch slot {
        case .alpha: Typed<AlphaShape>(id: nil)
        case .beta: Typed<BetaShape>(id: nil)
        case .product: Typed<ProductShape>(id: nil)
        case .small: Typed<EnvelopeShape>(id: nil)
        case .large: Typed<ParcelShape>(id: nil)
        case .identifiedAlpha: Typed<AlphaShape>(id: "identified")
        case .identifiedLarge: Typed<ParcelShape>(id: 1)
        case .plugin: Typed<PluginShape>(id: nil)
        case .firstPlugin: Typed<PluginShape>(id: "first")
        case .secondPlugin: Typed<PluginShape>(id: 2)
        }
    }

    /// Asks for an instance of every contribution.
    static func resolveAll(in injector: Injector) throws(InjectionError) -> [Product] {
        try injector.throwingInstances(for: (any Plugin).self).map(\.product)
    }
}

// MARK: - Types

/// An interface, and how a product is one.
protocol Shape: SendableMetatype {
    associatedtype Service
    static func pack(_ product: Product) -> Service
    static func unpack(_ service: Service) -> Product
}

private enum AlphaShape: Shape {
    static func pack(_ product: Product) -> any Alpha { product }
    static func unpack(_ service: any Alpha) -> Product { service.product }
}

private enum BetaShape: Shape {
    static func pack(_ product: Product) -> any Beta { Envelope(product: product) }
    static func unpack(_ service: any Beta) -> Product { service.product }
}

private enum PluginShape: Shape {
    static func pack(_ product: Product) -> any Plugin { product }
    static func unpack(_ service: any Plugin) -> Product { service.product }
}

private enum ProductShape: Shape {
    static func pack(_ product: Product) -> Product { product }
    static func unpack(_ service: Product) -> Product { service }
}

private enum EnvelopeShape: Shape {
    static func pack(_ product: Product) -> Envelope { Envelope(product: product) }
    static func unpack(_ service: Envelope) -> Product { service.product }
}

private enum ParcelShape: Shape {
    static func pack(_ product: Product) -> Parcel { Parcel(product) }
    static func unpack(_ service: Parcel) -> Product { service.product }
}
