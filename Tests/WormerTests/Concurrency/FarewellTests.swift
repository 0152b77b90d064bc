import Foundation
import Testing
import Wormer

@Suite("A deinit may call the injector")
struct FarewellTests {
    @Test("A deinit may call the injector that lets go of its instance", arguments: Removal.allCases, [false, true])
    func removed(removal: Removal, insideAnOverride: Bool) {
        underWatchdog {
            let injector = Injector(parent: nil)
            let farewells = Shared(0)
            Layer.$current.withValue(insideAnOverride ? Layer() : nil) {
                bindWithFarewell(in: injector, to: injector, farewells)
                _ = injector.instance(for: Product.self)
                #expect(farewells.value == 0)
                removal.apply(to: injector)
                #expect(farewells.value == 1)
                #expect(injector.safeInstance(for: String.self) == "from a deinit")
                #expect(injector.safeInstance(for: Int.self) == nil)
            }
        }
    }

    @Test("A deinit may call the parent of an injector that goes, and the injector of an override that ends")
    func gone() {
        underWatchdog {
            let injector = Injector(parent: nil)
            let farewells = Shared(0)
            do {
                let child = Injector(parent: injector)
                bindWithFarewell(in: child, to: injector, farewells)
                _ = child.instance(for: Product.self)
            }
            #expect(farewells.value == 1)
            #expect(injector.safeInstance(for: String.self) == "from a deinit")

            injector.reset()
            Layer.$current.withValue(Layer()) {
                bindWithFarewell(in: injector, to: injector, farewells)
                _ = injector.instance(for: Product.self)
            }
            #expect(farewells.value == 2)
            #expect(injector.safeInstance(for: String.self) == "from a deinit", "the override is over by then")
            #expect(!injector.isBound(interface: Product.self))
        }
    }

    /// Binds a singleton whose deinit makes every kind of call to `listener`, and an `Int` for it to ask for.
    private func bindWithFarewell(in injector: Injector, to listener: Injector, _ farewells: Shared<Int>) {
        listener.bind(Int.self, lifetime: .singleton, to: .make { 1 })
        injector.bind(
            Product.self,
            lifetime: .singleton,
            to: .make {
                Product { [unowned listener] in
                    _ = listener.safeInstance(for: Int.self)
                    _ = listener.safeInstance(for: Product.self)
                    _ = listener.isBound(interface: Product.self)
                    listener.bind(String.self, to: .make { "from a deinit" })
                    listener.unbind(interface: Int.self)
                    listener.dropInstances(of: .transient)
                    Layer.$current.withValue(Layer()) { _ = listener.safeInstance(for: Int.self) }
                    farewells.increment()
                }
            }
        )
    }

    @Test("An assigned instance that is taken back may call the injector from its deinit", arguments: [false, true])
    func unassigned(all: Bool) {
        underWatchdog {
            let injector = Injector(parent: nil)
            let farewells = Shared(0)
            let location = CodeLocation(fileID: #fileID, line: #line)
            injector.assign(
                Product { [unowned injector] in
                    _ = injector.safeInstance(for: Product.self)
                    injector.unassignAll()
                    farewells.increment()
                },
                to: Key(Product.self),
                at: location
            )
            if all {
                injector.unassignAll()
            } else {
                injector.unassign(Key(Product.self))
            }
            #expect(farewells.value == 1)
        }
    }

    @Test("A deinit may reset the injector while another thread binds and asks")
    func amongThreads() {
        underWatchdog {
            let injector = Injector(parent: nil)
            let farewells = Shared(0)
            let made = Shared(0)
            let barrier = Barrier(4)
            onThreads(4) { thread in
                barrier.arrive()
                for number in 0..<500 {
                    injector.bind(
                        Product.self,
                        id: thread,
                        lifetime: .singleton,
                        to: .make {
                            made.increment()
                            return Product { [unowned injector] in
                                farewells.increment()
                                if number % 50 == 0 {
                                    injector.reset()
                                } else {
                                    injector.unbind(interface: Product.self, id: (thread + 1) % 4)
                                }
                            }
                        }
                    )
                    _ = injector.safeInstance(for: Product.self, id: (thread + number) % 4)
                }
            }
            // A deinit may itself leave something behind only where somebody binds, which nobody does any more.
            injector.reset()
            #expect(made.value > 0)
            #expect(isSoon { farewells.value == made.value })
        }
    }

    // What an initializer asks for is noted when it first runs, and two first runs at once note it twice: the notes
    // of the one that is late took the place of the other's under the lock.
    @Test("So may that of an identifier that an initializer made up to ask for something")
    func identifiers() async {
        await #expect(processExitsWith: .success) {
            final class Identifier: Hashable, Sendable {
                let farewell: @Sendable () -> Void
                init(_ farewell: @escaping @Sendable () -> Void) { self.farewell = farewell }
                deinit { farewell() }
                static func == (lhs: Identifier, rhs: Identifier) -> Bool { lhs === rhs }
                func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
            }
            underWatchdog(seconds: 10) {
                let injector = Injector(parent: nil)
                let barrier = Barrier(2)
                injector.bind(
                    Int.self,
                    to: .make { [unowned injector] in
                        let identifier = Identifier { [unowned injector] in _ = injector.isBound(interface: Int.self) }
                        _ = injector.safeInstance(for: String.self, id: identifier)
                        barrier.arrive()
                        return 1
                    }
                )
                onThreads(2) { _ in _ = injector.instance(for: Int.self) }
                injector.reset()
            }
        }
    }
}
