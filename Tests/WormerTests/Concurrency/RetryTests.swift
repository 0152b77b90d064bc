import Testing
import Wormer

@Suite("The next lookup runs a failed initializer again")
struct RetryTests {
    private final class Product: Sendable {}

    private struct Refusal: Error { let run: Int }

    @Test(
        "A shared instance does not exist while its initializer throws, and the next lookup runs it again",
        arguments: [Lifetime.singleton, .weak, .scope(.session)],
        [false, true]
    )
    func nextRequestRetries(lifetime: Lifetime, insideAnOverride: Bool) throws {
        let injector = Injector(parent: nil)
        try inOverride(insideAnOverride ? Override() : nil) {
            let runs = Shared(0)
            injector.bindMake(Product.self, lifetime: lifetime) {
                let run = runs.increment()
                guard run >= 3 else { throw Refusal(run: run) }
                return Product()
            }
            for run in 0..<3 {
                let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Product.self) }
                if case .factoryThrew(let refusal as Refusal)? = error?.reason { #expect(refusal.run == run) }
                #expect(error?.reason.name == "factoryThrew")
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

    @Test("A singleton that an initializer resolved before it threw is kept")
    func innerSingletonStays() {
        let injector = Injector(parent: nil)
        let inner = Shared(0)
        let outer = Shared(0)
        injector.bind(Int.self, lifetime: .singleton, to: .make { inner.increment() })
        injector.bindMake(Product.self, lifetime: .singleton) {
            [unowned injector] in
            _ = try injector.throwingInstance(for: Int.self)
            guard outer.increment() > 0 else { throw Refusal(run: 0) }
            return Product()
        }
        #expect(injector.safeInstance(for: Product.self) == nil)
        #expect(injector.safeInstance(for: Product.self) != nil)
        #expect(inner.value == 1)
        #expect(outer.value == 2)
    }
}
