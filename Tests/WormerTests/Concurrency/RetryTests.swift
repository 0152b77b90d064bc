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
}
