import CStress
import Dispatch

protocol Alpha: AnyObject { var product: Product { get } }
protocol Beta { var product: Product { get } }
protocol Plugin: AnyObject { var product: Product { get } }

/// What every binding makes: it knows what it was made as.
final class Product: Alpha, Plugin, Sendable {
    /// What tells the instance from all others.
    let serial: Int
    /// How it was made; for one that a decorator made, how its base was.
    let recipe: Recipe
    /// The decorators around it, the innermost first.
    let marks: [Int]
    /// What was decorated.
    private let base: Product?
    /// What the initializer made.
    var core: Product { base?.core ?? self }

    /// How many went on threads that are no worker's.
    static let releasedElsewhere = DispatchSemaphore(value: 0)

    init(serial: Int, recipe: Recipe) {
        self.serial = serial
        self.recipe = recipe
        marks = []
        base = nil
    }

    /// Creates what a decorator makes.
    init(serial: Int, decorating base: Product, mark: Int) {
        self.serial = serial
        recipe = base.recipe
        marks = base.marks + [mark]
        self.base = base
    }

    deinit {
        guard serial >= 0 else { return }
        // Not that of a task: what the library's own tasks hold goes while that one does something else.
        if let worker = Worker.ofThread {
            worker.noteRelease()
        } else {
            Product.releasedElsewhere.signal()
        }
    }

    var product: Product { self }
}

/// A product in a value of one word.
struct Envelope: Beta {
    let product: Product
}

/// A product in a value of many words, all of which have to be of one instance.
struct Parcel {
    private let contents: Product
    private let serials: (Int, Int, Int, Int, Int, Int)

    init(_ product: Product) {
        contents = product
        let serial = product.serial
        serials = (serial, serial, serial, serial, serial, serial)
    }

    var product: Product {
        let serial = contents.serial
        guard serials == (serial, serial, serial, serial, serial, serial) else {
            return Product(serial: -1, recipe: contents.recipe)
        }
        return contents
    }
}

/// What an initializer, a decorator or an `onEnd` throws now and then.
struct Refusal: Error {
    let generation: Int
}

/// A word that all threads count up without ordering anything else by it.
final class Counter: @unchecked Sendable {
    // Only touched by atomic operations.
    private let word: UnsafeMutablePointer<Int>

    init() {
        word = .allocate(capacity: 1)
        word.initialize(to: 1)
    }

    deinit {
        word.deallocate()
    }

    @inline(__always)
    func tick() -> Int {
        stress_tick(word)
    }
}
