import CStress

protocol Alpha: AnyObject { var product: Product { get } }
protocol Beta { var product: Product { get } }

/// What every binding makes: it knows what it was made as.
final class Product: Alpha, Sendable {
    /// What tells the instance from all others.
    let serial: Int
    /// The binding that made it.
    let generation: Int
    let slot: Slot

    init(serial: Int, generation: Int, slot: Slot) {
        self.serial = serial
        self.generation = generation
        self.slot = slot
    }

    deinit {
        Worker.current?.noteRelease(of: self)
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
            return Product(serial: -1, generation: -1, slot: contents.slot)
        }
        return contents
    }
}

/// What an initializer throws now and then.
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
