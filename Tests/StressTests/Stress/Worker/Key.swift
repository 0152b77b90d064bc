import Dispatch
import StressModel
import Wormer

/// The keys of bindings and requests, most of which have no identifier.
///
/// The last three are contributions to one interface. Several contributions without an identifier can exist.
enum Key: Int, CaseIterable, Sendable {
    case alpha, beta, product, envelope, parcel, identifiedAlpha, identifiedParcel, plugin, firstPlugin, secondPlugin

    static let identifiedPlugins: [Key] = [.firstPlugin, .secondPlugin]

    /// Whether the instances are objects, which can be held weakly.
    var isObject: Bool { ![.beta, .envelope, .parcel, .identifiedParcel].contains(self) }

    /// Whether several bindings can exist.
    var isPlural: Bool { self == .plugin }

    var isContributed: Bool { rawValue >= Key.plugin.rawValue }

    /// The keys that a factory of this key can request, so that no cycle exists.
    var later: ArraySlice<Key> { Key.allCases[(rawValue + 1)...] }

    var calls: any Calls { Key.calls[rawValue] }

    private static let calls: [any Calls] = [
        Interface.alpha.calls(), Interface.beta.calls(), Interface.product.calls(), Interface.envelope.calls(),
        Interface.parcel.calls(), Interface.alpha.calls(.calling), Interface.parcel.calls(.two),
        Interface.plugin.calls(), Interface.plugin.calls(.calling), Interface.plugin.calls(.colliding),
    ]
}

/// A binding and the behavior of its factory.
final class Recipe: ProductOrigin, CustomStringConvertible {
    /// Identifies the binding.
    let binding: Int
    let container: Int
    let key: Key
    let lifetime: LifetimeName
    /// Whether the factory requests other keys.
    let hasDependencies: Bool
    /// Whether the factory throws occasionally.
    let throwsErrors: Bool
    /// Whether the end of an instance is recorded.
    let hasEnd: Bool
    /// Whether a task calls the factory.
    let needsTask: Bool

    init(_ key: Key, _ lifetime: LifetimeName, binding: Int, container: Int, needsTask: Bool, _ worker: Worker) {
        (self.key, self.lifetime, self.binding, self.container) = (key, lifetime, binding, container)
        self.needsTask = needsTask
        hasDependencies = worker.oneIn(3)
        // A contribution that throws fails the whole list.
        throwsErrors = worker.oneIn(key.isContributed ? 16 : 4)
        hasEnd = lifetime.isOpened && !key.isContributed && worker.oneIn(2)
    }

    /// The number of products released on threads without a worker.
    static let releasedElsewhere = DispatchSemaphore(value: 0)

    var description: String { "\(lifetime) \(key) of \(container)\(needsTask ? ", in a task" : "")" }

    func countRelease() {
        // Only the worker of a thread counts: the library's own tasks release products while the worker of a task does
        // something else.
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

/// The error that a factory, a decorator or an `onEnd` throws occasionally.
struct FactoryError: Error { let binding: Int }
