import Fusion
import Testing
import Wormer
import WormerTesting

protocol Greeter: Sendable { var greeting: String { get } }
struct Fixed: Greeter { let greeting: String }

@Suite("Tests that override the same interface run in parallel", .isolatedBindings)
struct ParallelTests {
    @Test("Each of 200 parallel test cases sees its own binding in 50 rounds", arguments: 0..<200)
    func ownValue(number: Int) async {
        for round in 0..<50 {
            let greeting = "\(number) \(round)"
            Injector.default.bind(interface: (any Greeter).self, toImplementation: Fixed.self, asSingleton: true) {
                Fixed(greeting: greeting)
            }
            await Task.yield()
            #expect(Injector.default.instance(for: (any Greeter).self).greeting == greeting)
            #expect(Container.main.resolveAssert((any Greeter).self).greeting == greeting)
            async let child = Injector.default.instance(for: (any Greeter).self).greeting
            #expect(await child == greeting)
        }
    }
}
