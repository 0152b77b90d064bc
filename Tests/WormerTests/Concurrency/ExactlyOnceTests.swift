import Foundation
import Testing
import Wormer

@Suite("Concurrent lookups create each shared instance exactly once")
struct ExactlyOnceTests {
    private final class Product: Sendable {}

    @Test("Eight threads create a slow singleton exactly once in each of 1,000 rounds", arguments: [false, true])
    func exactlyOnce(insideAnOverride: Bool) {
        underWatchdog {
            let override = insideAnOverride ? Override() : nil
            let threads = 8
            for _ in 0..<1_000 {
                let injector = Injector(parent: nil)
                let creations = Shared(0)
                let arrived = Shared(0)
                let products = Shared<[Product]>([])
                injector.bindMake(Product.self, lifetime: .singleton) {
                    creations.increment()
                    arrived.spin(until: threads)
                    return Product()
                }
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

    @Test("A slow singleton blocks no other lookup or change, not even of its own binding")
    func slowSingletonDelaysNobodyElse() {
        underWatchdog {
            let injector = Injector(parent: nil)
            let (hasBegun, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let hasEnded = DispatchSemaphore(value: 0)
            let slow = Product()
            injector.bindMake(Product.self, lifetime: .singleton) {
                hasBegun.signal()
                mayEnd.wait()
                return slow
            }
            let result = Shared<Product?>(nil)
            Thread.detachNewThread {
                let product = injector.instance(for: Product.self)
                result.change { $0 = product }
                hasEnded.signal()
            }
            hasBegun.wait()

            injector.bind(Int.self, lifetime: .singleton, to: .make { 1 })
            #expect(Injector(parent: injector).instance(for: Int.self) == 1, "another singleton, through a child")
            injector.unbind(Int.self)
            let mocked = Product()
            inOverride(Override()) {
                injector.bind(Product.self, to: .make { mocked })
                #expect(injector.instance(for: Product.self) === mocked, "inside an override")
            }

            // The same interface: a request after binding again does not wait for the slow instance.
            let quick = Product()
            injector.bind(Product.self, lifetime: .singleton, to: .make { quick })
            #expect(injector.instance(for: Product.self) === quick)
            injector.registry.reset(.singleton)
            #expect(injector.instance(for: Product.self) === quick)
            injector.unbindAll()
            #expect(injector.safeInstance(for: Product.self) == nil)

            #expect(result.value == nil, "the slow one is still being made")
            mayEnd.signal()
            hasEnded.wait()
            #expect(result.value === slow)
            #expect(injector.safeInstance(for: Product.self) == nil, "what was removed does not come back")
        }
    }
}
