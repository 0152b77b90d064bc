import Dispatch
import StressModel
import Wormer

/// The keys that are bound and requested, most of them found by their type alone.
///
/// The last three are contributions to one interface; without an identifier there may be many of them.
enum Key: Int, CaseIterable, Sendable {
    case alpha, beta, product, envelope, parcel, identifiedAlpha, identifiedParcel, plugin, firstPlugin, secondPlugin

    static let identifiedPlugins: [Key] = [.firstPlugin, .secondPlugin]

    /// Whether the instances are objects, which can be held weakly.
    var isObject: Bool {
        ![.beta, .envelope, .parcel, .identifiedParcel].contains(self)
    }

    /// Whether there may be several bindings.
    var isPlural: Bool { self == .plugin }

    var isContributed: Bool { rawValue >= Key.plugin.rawValue }

    /// The keys that a factory of this one may request, so that there is no cycle.
    var later: ArraySlice<Key> { Key.allCases[(rawValue + 1)...] }

    var calls: any Calls { Key.calls[rawValue] }

    private static let calls: [any Calls] = [
        Interface.alpha.calls(), Interface.beta.calls(), Interface.product.calls(), Interface.envelope.calls(),
        Interface.parcel.calls(), Interface.alpha.calls(.calling), Interface.parcel.calls(.two),
        Interface.plugin.calls(), Interface.plugin.calls(.calling), Interface.plugin.calls(.colliding),
    ]
}

/// One binding, and how its factory behaves.
final class Recipe: ProductOrigin, CustomStringConvertible {
    /// Identifies the binding.
    let binding: Int
    let container: Int
    let key: Key
    let lifetime: LifetimeName
    /// Whether the factory requests something else.
    let hasDependencies: Bool
    /// Whether the factory throws now and then.
    let throwsErrors: Bool
    /// Whether the end of an instance's scope is noted.
    let hasEnd: Bool
    /// Whether the factory awaits.
    let isAsync: Bool

    init(_ key: Key, _ lifetime: LifetimeName, binding: Int, container: Int, isAsync: Bool, _ worker: Worker) {
        (self.key, self.lifetime, self.binding, self.container) = (key, lifetime, binding, container)
        self.isAsync = isAsync
        hasDependencies = worker.oneIn(3)
        // A contribution that throws spoils the list.
        throwsErrors = worker.oneIn(key.isContributed ? 16 : 4)
        hasEnd = lifetime.isOpened && !key.isContributed && worker.oneIn(2)
    }

    /// How many products were released on threads that are no worker's.
    static let releasedElsewhere = DispatchSemaphore(value: 0)

    var description: String { "\(lifetime) \(key) of \(container)\(isAsync ? ", async" : "")" }

    func countRelease() {
        // Not that of a task: the library's own tasks release products while that one does something else.
        if let worker = Worker.ofThread {
            worker.countRelease()
        } else {
            Recipe.releasedElsewhere.signal()
        }
    }
}

extension Product {
    var recipe: Recipe {
        // Only factories of a recipe construct products for workers.
        unsafeDowncast(origin!, to: Recipe.self)
    }
}

/// What a factory, a decorator or an `onEnd` throws now and then.
struct FactoryError: Error {
    let binding: Int
}
