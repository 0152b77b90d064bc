import Foundation
import Testing
import Wormer

/// What takes an instance away from an injector.
enum Removal: CaseIterable, Sendable {
    case bindingAnew, unbinding, reset, droppingInstances, assigning

    /// Takes the singleton `Product` away.
    fileprivate func apply(to injector: Injector) {
        switch self {
        case .bindingAnew:
            injector.bind(interface: Product.self, toImplementation: Product.self, asSingleton: true) { Product {} }
        case .unbinding: injector.unbind(interface: Product.self)
        case .reset: injector.reset()
        case .droppingInstances: injector.dropInstances(of: .singleton)
        case .assigning:
            let location = CodeLocation(fileID: #fileID, line: #line)
            injector.assign(Product {}, to: Key(Product.self), at: location)
        }
    }
}

/// Says when it goes.
private final class Product: Sendable {
    private let farewell: @Sendable () -> Void

    init(_ farewell: @escaping @Sendable () -> Void) {
        self.farewell = farewell
    }

    deinit {
        farewell()
    }
}

private final class Witness: Sendable {}

@Suite("What is removed is released")
struct ReleaseTests {
    @Test("A deinit may call the injector that lets go of its instance", arguments: Removal.allCases, [false, true])
    func deinitCallsTheInjector(removal: Removal, insideAnOverride: Bool) {
        underWatchdog {
            Override.$current.withValue(insideAnOverride ? Override() : nil) {
                let injector = Injector(parent: nil)
                let farewells = Shared(0)
                injector.bind(interface: Int.self, toImplementation: Int.self, asSingleton: true) { 1 }
                injector.bind(interface: Product.self, toImplementation: Product.self, asSingleton: true) {
                    Product { [unowned injector] in
                        _ = injector.safeInstance(for: Int.self)
                        _ = injector.safeInstance(for: Product.self)
                        _ = injector.isBound(interface: Product.self)
                        injector.bind(interface: String.self, toImplementation: String.self) { "from a deinit" }
                        injector.unbind(interface: Int.self)
                        injector.dropInstances(of: .transient)
                        Override.$current.withValue(Override()) { _ = injector.safeInstance(for: Int.self) }
                        farewells.increment()
                    }
                }
                _ = injector.instance(for: Product.self)
                #expect(farewells.value == 0)
                removal.apply(to: injector)
                #expect(farewells.value == (removal == .droppingInstances ? farewells.value : 1))
                #expect(farewells.value >= 1)
                #expect(injector.safeInstance(for: String.self) == "from a deinit")
                #expect(injector.safeInstance(for: Int.self) == nil)
                injector.reset()
            }
        }
    }

    @Test("An assigned instance that is taken back may call the injector from its deinit", arguments: [false, true])
    func deinitOfAnAssignedInstance(all: Bool) {
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
    func deinitResetsAmongThreads() {
        underWatchdog {
            let injector = Injector(parent: nil)
            let farewells = Shared(0)
            let made = Shared(0)
            let barrier = Barrier(4)
            onThreads(4) { thread in
                barrier.arrive()
                for number in 0..<500 {
                    injector.bind(interface: Product.self, id: thread, toImplementation: Product.self, asSingleton: true) {
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
                    _ = injector.safeInstance(for: Product.self, id: (thread + number) % 4)
                }
            }
            // A deinit may itself leave something behind only where somebody binds, which nobody does any more.
            injector.reset()
            #expect(made.value > 0)
            #expect(farewells.value == made.value)
        }
    }

    // MARK: - Nothing is left

    @Test("An instance is released at once when it is removed", arguments: Removal.allCases, [false, true])
    func instances(removal: Removal, insideAnOverride: Bool) {
        Override.$current.withValue(insideAnOverride ? Override() : nil) {
            let injector = Injector(parent: nil)
            injector.bind(interface: Product.self, toImplementation: Product.self, asSingleton: true) { Product {} }
            weak var product: Product?
            product = injector.instance(for: Product.self)
            #expect(product != nil)
            removal.apply(to: injector)
            #expect(product == nil)
        }
    }

    @Test("An initializer and what it captures are released when the binding goes", arguments: Removal.allCases)
    func closures(removal: Removal) {
        let injector = Injector(parent: nil)
        weak var witness: Witness?
        do {
            let captured = Witness()
            witness = captured
            injector.bind(interface: Product.self, toImplementation: Product.self, asSingleton: true) {
                Product { withExtendedLifetime(captured) {} }
            }
        }
        _ = injector.instance(for: Product.self)
        #expect(witness != nil)
        removal.apply(to: injector)
        let isKept = removal == .droppingInstances || removal == .assigning
        #expect((witness != nil) == isKept)
        injector.reset()
        #expect(witness == nil)
    }

    @Test("An identifier is released when its binding goes")
    func identifiers() {
        final class Identifier: Hashable, Sendable {
            static func == (lhs: Identifier, rhs: Identifier) -> Bool { lhs === rhs }
            func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
        }
        let injector = Injector(parent: nil)
        weak var weakIdentifier: Identifier?
        do {
            let identifier = Identifier()
            weakIdentifier = identifier
            injector.bind(interface: Int.self, id: identifier, toImplementation: Int.self, asSingleton: true) { 1 }
            _ = injector.instance(for: Int.self, id: identifier)
            injector.unbind(interface: Int.self, id: identifier)
        }
        #expect(weakIdentifier == nil)
    }

    @Test("An injector goes with its bindings and instances; a child holds its parent and no parent its child")
    func injectors() {
        weak var parent: Injector?
        weak var child: Injector?
        weak var product: Product?
        do {
            var strongChild: Injector?
            do {
                let strongParent = Injector(parent: nil)
                strongParent.bind(interface: Product.self, toImplementation: Product.self, asSingleton: true) {
                    Product {}
                }
                strongChild = Injector(parent: strongParent)
                parent = strongParent
                child = strongChild
                product = strongChild?.instance(for: Product.self)
            }
            #expect(parent != nil)
            #expect(product != nil)
            strongChild = nil
        }
        #expect(child == nil)
        #expect(parent == nil)
        #expect(product == nil)
    }

    @Test("An override goes when nobody is in it any more, with all that was bound and made inside")
    func overrides() {
        let injector = Injector(parent: nil)
        let outside = Product {}
        injector.bind(interface: Product.self, toImplementation: Product.self, asSingleton: true) { outside }
        _ = injector.instance(for: Product.self)
        weak var override: Override?
        weak var inner: Product?
        weak var bornInside: Injector?
        weak var captured: Witness?
        do {
            let strong = Override()
            override = strong
            Override.$current.withValue(strong) {
                let witness = Witness()
                captured = witness
                injector.bind(interface: Product.self, id: "inside", toImplementation: Product.self, asSingleton: true) {
                    Product { withExtendedLifetime(witness) {} }
                }
                let child = Injector(parent: injector)
                bornInside = child
                inner = child.instance(for: Product.self, id: "inside")
                #expect(child.instance(for: Product.self) === outside)
                #expect(inner != nil)
            }
        }
        #expect(override == nil)
        #expect(inner == nil)
        #expect(bornInside == nil)
        #expect(captured == nil)
        #expect(injector.safeInstance(for: Product.self, id: "inside") == nil)
        #expect(injector.instance(for: Product.self) === outside)
    }

    @Test("An override holds the injectors it has copied no longer than it lives")
    func injectorsInOverrides() {
        weak var injector: Injector?
        do {
            let strong = Injector(parent: nil)
            injector = strong
            Override.$current.withValue(Override()) {
                strong.bind(interface: Int.self, toImplementation: Int.self) { 1 }
                Override.$current.withValue(Override(of: strong)) { _ = strong.instance(for: Int.self) }
            }
        }
        #expect(injector == nil)
    }

    @Test("Failed requests keep nothing: not what was made, nor who was asked, nor the binding")
    func failures() {
        struct Refusal: Error {}
        weak var injector: Injector?
        weak var half: Witness?
        weak var captured: Witness?
        underWatchdog {
            let strong = Injector(parent: nil)
            let witness = Witness()
            injector = strong
            captured = witness
            strong.bind(interface: Int.self, toImplementation: Int.self, asSingleton: true) { [unowned strong] in
                _ = try strong.throwingInstance(for: Witness.self)
                throw Refusal()
            }
            strong.bind(interface: Witness.self, toImplementation: Witness.self) {
                let made = Witness()
                half = made
                return made
            }
            strong.bind(interface: String.self, toImplementation: String.self, asSingleton: true) {
                [unowned strong, witness] in
                withExtendedLifetime(witness) {}
                return try strong.throwingInstance(for: String.self)
            }
            #expect(strong.safeInstance(for: Int.self) == nil)
            onThreads(4) { _ in
                #expect(strong.safeInstance(for: String.self) == nil)
                #expect(strong.safeInstance(for: Int.self) == nil)
                #expect(strong.safeInstance(for: Double.self) == nil)
            }
        }
        #expect(half == nil)
        #expect(captured == nil)
        #expect(injector == nil)
    }

    @Test("Threads that waited for a singleton keep nothing of it")
    func waiters() {
        weak var product: Product?
        weak var injector: Injector?
        underWatchdog {
            let strong = Injector(parent: nil)
            injector = strong
            let arrived = Shared(0)
            strong.bind(interface: Product.self, toImplementation: Product.self, asSingleton: true) {
                arrived.spin(until: 8)
                return Product {}
            }
            onThreads(8) { _ in
                arrived.increment()
                _ = strong.instance(for: Product.self)
            }
            product = strong.instance(for: Product.self)
            #expect(product != nil)
            strong.unbind(interface: Product.self)
            #expect(product == nil)
        }
        #expect(injector == nil)
    }

    // What an initializer asks for is noted when it first runs, and two first runs at once note it twice: the notes
    // of the one that is late took the place of the other's under the lock.
    @Test("The identifier that an initializer made up to ask for something may call the injector from its deinit")
    func identifiersOfObservations() {
        final class Identifier: Hashable, Sendable {
            let farewell: @Sendable () -> Void
            init(_ farewell: @escaping @Sendable () -> Void) { self.farewell = farewell }
            deinit { farewell() }
            static func == (lhs: Identifier, rhs: Identifier) -> Bool { lhs === rhs }
            func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
        }
        underWatchdog {
            let injector = Injector(parent: nil)
            let barrier = Barrier(2)
            injector.bind(interface: Int.self, toImplementation: Int.self) { [unowned injector] in
                let identifier = Identifier { [unowned injector] in _ = injector.isBound(interface: Int.self) }
                _ = injector.safeInstance(for: String.self, id: identifier)
                barrier.arrive()
                return 1
            }
            onThreads(2) { _ in _ = injector.instance(for: Int.self) }
            injector.reset()
        }
    }
}
