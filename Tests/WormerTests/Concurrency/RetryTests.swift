import Testing
import Wormer

@Suite("The next lookup runs a failed initializer again")
struct RetryTests {
    private final class Product: Sendable {}

    private struct Refusal: Error {
        let run: Int
    }

    @Test(
        "A singleton stays empty while its initializer throws, and the next lookup runs it again",
        arguments: [false, true]
    )
    func nextRequestRetries(insideAnOverride: Bool) throws {
        let injector = Injector(parent: nil)
        try inOverride(insideAnOverride ? Override() : nil) {
            let runs = Shared(0)
            injector.bind(
                Product.self,
                lifetime: .singleton,
                to: .make {
                    let run = runs.increment()
                    guard run >= 3 else {
                        throw Refusal(run: run)
                    }
                    return Product()
                }
            )
            for run in 0..<3 {
                let error = #expect(throws: InjectionError.self) {
                    try injector.throwingInstance(for: Product.self)
                }
                guard case .factoryThrew(let refusal as Refusal)? = error?.reason else {
                    Issue.record("\(error.map(String.init(describing:)) ?? "made")")
                    continue
                }
                #expect(refusal.run == run)
            }
            let made = try injector.throwingInstance(for: Product.self)
            #expect(try injector.throwingInstance(for: Product.self) === made)
            #expect(runs.value == 4)
        }
    }

    @Test("An implementation that does not conform is not kept, and the next lookup creates it again")
    func nonConformanceRetries() {
        let injector = Injector(parent: nil)
        let runs = Shared(0)
        injector.bindUnchecked(Product.self, asSingleton: true) {
            runs.increment() == 0 ? "no product" as Any : Product()
        }
        #expect(injector.safeInstance(for: Product.self) == nil)
        #expect(injector.safeInstance(for: Product.self) != nil)
        #expect(injector.safeInstance(for: Product.self) != nil)
        #expect(runs.value == 2)
    }

    @Test("Every thread that waits for a throwing factory gets its error, and a later lookup runs it again")
    func waitersShareTheError() {
        underWatchdog {
            for round in 0..<300 {
                let refusals = round % 3
                let injector = Injector(parent: nil)
                let runs = Shared(0)
                let arrived = Shared(0)
                injector.bind(
                    Product.self,
                    lifetime: .singleton,
                    to: .make {
                        let run = runs.increment()
                        arrived.spin(until: 8)
                        guard run >= refusals else {
                            throw Refusal(run: run)
                        }
                        return Product()
                    }
                )
                let made = Shared<[ObjectIdentifier]>([])
                let refused = Shared<[Int]>([])
                onThreads(8) { _ in
                    arrived.increment()
                    do throws(InjectionError) {
                        let product = try injector.throwingInstance(for: Product.self)
                        made.change { $0.append(ObjectIdentifier(product)) }
                    } catch {
                        guard case .factoryThrew(let refusal as Refusal) = error.reason else {
                            Issue.record("\(error)")
                            return
                        }
                        refused.change { $0.append(refusal.run) }
                    }
                }
                // A thread that arrived too late to wait ran the factory itself.
                #expect(runs.value <= refusals + 1)
                #expect(Set(refused.value) == Set(0..<min(runs.value, refusals)))
                #expect(made.value.count == 8 - refused.value.count)
                #expect(Set(made.value).count <= 1)
                while injector.safeInstance(for: Product.self) == nil {}
                #expect(runs.value == refusals + 1)
            }
        }
    }

    @Test("A singleton that an initializer resolved before it threw is kept")
    func innerSingletonStays() {
        let injector = Injector(parent: nil)
        let inner = Shared(0)
        let outer = Shared(0)
        injector.bind(Int.self, lifetime: .singleton, to: .make { inner.increment() })
        injector.bind(
            Product.self,
            lifetime: .singleton,
            to: .make {
                [unowned injector] in
                _ = try injector.throwingInstance(for: Int.self)
                guard outer.increment() > 0 else {
                    throw Refusal(run: 0)
                }
                return Product()
            }
        )
        #expect(injector.safeInstance(for: Product.self) == nil)
        #expect(injector.safeInstance(for: Product.self) != nil)
        #expect(inner.value == 1)
        #expect(outer.value == 2)
    }
}
