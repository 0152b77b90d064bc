import Foundation
import Testing
import Wormer

@Suite("Concurrent lookups create each shared instance exactly once")
struct ExactlyOnceTests {
    private final class Product: Sendable {}

    @Test(
        "Eight threads create a slow singleton exactly once in each of 1,000 rounds",
        arguments: [false, true]
    )
    func exactlyOnce(insideAnOverride: Bool) {
        underWatchdog {
            let override = insideAnOverride ? Override() : nil
            let threads = 8
            for _ in 0..<1_000 {
                let injector = Injector(parent: nil)
                let creations = Shared(0)
                let arrived = Shared(0)
                let products = Shared<[Product]>([])
                injector.bind(
                    Product.self,
                    lifetime: .singleton,
                    to: .make {
                        creations.increment()
                        arrived.spin(until: threads)
                        return Product()
                    }
                )
                onThreads(threads) { _ in
                    inOverride(override) {
                        arrived.increment()
                        let product = injector.instance(for: Product.self)
                        products.change { $0.append(product) }
                    }
                }
                #expect(creations.value == 1)
                #expect(products.value.count == threads)
                #expect(Set(products.value.map(ObjectIdentifier.init)).count == 1)
            }
        }
    }

    @Test("Eight threads create one instance of a long-lived scope between two resets")
    func exactlyOnceInAScope() {
        underWatchdog {
            let scope = Lifetime.scope(.alwaysOpen("session"))
            let injector = Injector(parent: nil)
            let creations = Shared(0)
            let arrived = Shared(0)
            injector.bind(
                Product.self,
                lifetime: scope,
                to: .make {
                    let round = creations.increment()
                    arrived.spin(until: 8 * (round + 1))
                    return Product()
                }
            )
            for round in 0..<200 {
                let products = Shared<[Product]>([])
                onThreads(8) { _ in
                    arrived.increment()
                    let product = injector.instance(for: Product.self)
                    products.change { $0.append(product) }
                }
                #expect(creations.value == round + 1)
                #expect(Set(products.value.map(ObjectIdentifier.init)).count == 1)
                injector.dropInstances(of: scope)
            }
        }
    }

    @Test("A slow singleton blocks no other lookup or change, not even of its own binding")
    func slowSingletonDelaysNobodyElse() {
        underWatchdog {
            let injector = Injector(parent: nil)
            let child = Injector(parent: injector)
            let other = Injector(parent: nil)
            let hasBegun = DispatchSemaphore(value: 0)
            let mayEnd = DispatchSemaphore(value: 0)
            let hasEnded = DispatchSemaphore(value: 0)
            let slow = Product()
            injector.bind(
                Product.self,
                lifetime: .singleton,
                to: .make {
                    hasBegun.signal()
                    mayEnd.wait()
                    return slow
                }
            )
            injector.bind(Int.self, lifetime: .singleton, to: .make { 1 })
            injector.bind(Int.self, id: 2, to: .make { 2 })
            other.bind(Product.self, lifetime: .singleton, to: .make { Product() })
            let result = Shared<Product?>(nil)
            Thread.detachNewThread {
                let product = injector.instance(for: Product.self)
                result.change { $0 = product }
                hasEnded.signal()
            }
            hasBegun.wait()

            #expect(injector.instance(for: Int.self) == 1, "another singleton")
            #expect(child.instance(for: Int.self, id: 2) == 2, "a transient, through a child")
            #expect(other.safeInstance(for: Product.self) != nil, "another injector")
            #expect(injector.isBound(Product.self))
            injector.bind(String.self, to: .make { "bound" })
            #expect(injector.instance(for: String.self) == "bound")
            injector.unbind(String.self)
            #expect(injector.safeInstance(for: String.self) == nil)
            other.reset()
            #expect(other.safeInstance(for: Product.self) == nil)
            let mocked = Product()
            inOverride(Override()) {
                injector.bind(Product.self, to: .make { mocked })
                #expect(injector.instance(for: Product.self) === mocked, "inside an override")
            }

            // The same interface: a request after binding again does not wait for the slow instance.
            let quick = Product()
            injector.bind(Product.self, lifetime: .singleton, to: .make { quick })
            #expect(injector.instance(for: Product.self) === quick)
            injector.dropInstances(of: .singleton)
            #expect(injector.instance(for: Product.self) === quick)
            injector.reset()
            #expect(injector.safeInstance(for: Product.self) == nil)

            #expect(result.value == nil, "the slow one is still being made")
            mayEnd.signal()
            hasEnded.wait()
            #expect(result.value === slow)
            #expect(injector.safeInstance(for: Product.self) == nil, "what was removed does not come back")
        }
    }

    @Test("An instance under construction during a reset goes to the earlier lookup only")
    func resetWhileMaking() {
        underWatchdog {
            let injector = Injector(parent: nil)
            let hasBegun = DispatchSemaphore(value: 0)
            let mayEnd = DispatchSemaphore(value: 0)
            let creations = Shared(0)
            injector.bind(
                Int.self,
                lifetime: .singleton,
                to: .make {
                    let number = creations.increment()
                    if number == 0 {
                        hasBegun.signal()
                        mayEnd.wait()
                    }
                    return number
                }
            )
            let result = Shared(-1)
            let hasEnded = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                let made = injector.instance(for: Int.self)
                result.change { $0 = made }
                hasEnded.signal()
            }
            hasBegun.wait()
            injector.dropInstances(of: .singleton)
            #expect(injector.instance(for: Int.self) == 1)
            mayEnd.signal()
            hasEnded.wait()
            #expect(result.value == 0)
            #expect(injector.instance(for: Int.self) == 1)
        }
    }

    @Test("Threads that bind, unbind and resolve at the same time lose no binding")
    func noBindingIsLost() {
        underWatchdog {
            let injector = Injector(parent: nil)
            let barrier = Barrier(8)
            onThreads(8) { thread in
                barrier.arrive()
                for number in 0..<500 {
                    let id = thread * 1_000 + number
                    injector.bind(Int.self, id: id, to: .make { id })
                    injector.bind(String.self, id: id, to: .make { "\(id)" })
                    _ = injector.safeInstance(for: Int.self, id: (thread + 1) % 8 * 1_000 + number)
                    injector.unbind(String.self, id: id)
                }
                types[thread].forEachNested { type in type.bindAndUnbind(in: injector) }
            }
            for thread in 0..<8 {
                for id in thread * 1_000..<thread * 1_000 + 500 {
                    #expect(injector.safeInstance(for: Int.self, id: id) == id)
                    #expect(injector.safeInstance(for: String.self, id: id) == nil)
                }
                types[thread].forEachNested { type in
                    let isRightlyBound = type.isRightlyBound(in: injector)
                    #expect(isRightlyBound, "\(type)")
                }
            }
        }
    }
}

/// One type for each of eight threads.
///
/// Each type generates further types by nesting.
private let types: [any Nest.Type] = [
    Shell<Int8>.self, Shell<Int16>.self, Shell<Int32>.self, Shell<Int64>.self,
    Shell<UInt8>.self, Shell<UInt16>.self, Shell<UInt32>.self, Shell<UInt64>.self,
]

private protocol Nest: Sendable {
    static var next: any Nest.Type { get }
    init()
}

private struct Shell<Kernel>: Nest {
    static var next: any Nest.Type { Shell<Shell>.self }
}

extension Nest {
    static func forEachNested(_ body: (any Nest.Type) -> Void) {
        var type: any Nest.Type = self
        for _ in 0..<60 {
            body(type)
            type = type.next
        }
    }

    /// Binds the type and a contiguous array of it, and unbinds the array.
    static func bindAndUnbind(in injector: Injector) {
        injector.bind(Self.self, to: .make { Self() })
        injector.bind(ContiguousArray<Self>.self, lifetime: .singleton, to: .make { [Self()] })
        _ = injector.safeInstance(for: ContiguousArray<Self>.self)
        injector.unbind(ContiguousArray<Self>.self)
    }

    static func isRightlyBound(in injector: Injector) -> Bool {
        injector.safeInstance(for: Self.self) != nil && injector.safeInstance(for: ContiguousArray<Self>.self) == nil
    }
}
