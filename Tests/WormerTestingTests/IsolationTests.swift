import Fusion
import Testing
import Wormer
import WormerTesting

protocol Greeter: Sendable { var greeting: String { get } }
struct Fixed: Greeter { let greeting: String }

@Suite("Tests that override one interface run side by side", .isolatedBindings)
struct ParallelTests {
    @Test("Each of 200 cases sees its own value, 50 times over", arguments: 0..<200)
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

@Suite("Isolation in a process that has touched no injector yet")
struct FirstTouchTests {
    // The injector behind `default` was taken for one that was created inside the first test, and part of it.
    @Test("What the first test binds is not seen outside")
    func nothingLeaks() async {
        await #expect(processExitsWith: .success) {
            try withIsolatedBindings { injector in
                injector.bind(interface: (any Greeter).self, toImplementation: Fixed.self) { Fixed(greeting: "first") }
                #expect(injector.instance(for: (any Greeter).self).greeting == "first")
            }
            #expect(!Injector.default.isBound(interface: (any Greeter).self))
        }
    }
}
