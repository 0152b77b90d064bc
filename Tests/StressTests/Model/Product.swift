package protocol Service: CustomStringConvertible { var product: Product { get } }

extension Service { package var description: String { "#\(product.instance.serial)" } }

package protocol Alpha: AnyObject, Service {}
package protocol Beta: Service {}
package protocol Plugin: AnyObject, Service {}

/// The identity of an instance: its number, the numbers of its dependencies, and its decorators, innermost first.
package struct Instance: Equatable, Sendable {
    package let serial: Int
    package var parts: [Int?]
    package var marks: [Int]

    package init(serial: Int, parts: [Int?] = [], marks: [Int] = []) {
        (self.serial, self.parts, self.marks) = (serial, parts, marks)
    }
}

/// The origin of a product, which counts the release of the product.
package protocol ProductOrigin: AnyObject, Sendable { func countRelease() }

/// The object that every factory constructs.
package final class Product: Alpha, Plugin, Sendable {
    package let instance: Instance
    package let origin: (any ProductOrigin)?
    /// The decorated product.
    private let base: Product?

    package init(_ instance: Instance, origin: (any ProductOrigin)? = nil) {
        (self.instance, self.origin, base) = (instance, origin, nil)
    }

    /// Creates a product that decorates another.
    package init(decorating base: Product, mark: Int, serial: Int) {
        instance = Instance(serial: serial, parts: base.instance.parts, marks: base.instance.marks + [mark])
        (origin, self.base) = (base.origin, base)
    }

    deinit { if instance.serial >= 0 { origin?.countRelease() } }

    package var product: Product { self }

    /// The product inside all decorators.
    package var core: Product { base?.core ?? self }
}

/// A product in a value of one word.
package struct Envelope: Beta { package let product: Product }

/// A product in a value of several words, all of which must belong to the same instance.
package struct Parcel: Service {
    private let contents: Product
    private let serials: (Int, Int, Int, Int, Int, Int)

    init(product: Product) {
        contents = product
        let serial = product.instance.serial
        serials = (serial, serial, serial, serial, serial, serial)
    }

    package var product: Product {
        let serial = contents.instance.serial
        guard serials == (serial, serial, serial, serial, serial, serial) else {
            return Product(Instance(serial: .min), origin: contents.origin)
        }
        return contents
    }
}
