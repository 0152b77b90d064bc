import Foundation
import Testing
import Wormer

@Suite("Removing a binding or an instance releases it")
struct ReleaseTests {
    @Test("Removing a binding releases its initializer and the captured objects", arguments: Removal.allCases)
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
        let isKept = [.droppingInstances, .resettingOne, .assigning].contains(removal)
        #expect(isKept ? witness != nil : isSoon { witness == nil })
        injector.unbindAll()
        #expect(isSoon { witness == nil })
    }

    @Test("Releasing an injector releases its bindings and instances, and a child retains its parent")
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
        #expect(isSoon { child == nil })
        #expect(isSoon { parent == nil })
        #expect(isSoon { product == nil })
    }

    @Test("An override is released after its last use, with its bindings and instances")
    func overrides() {
        let injector = Injector(parent: nil)
        let outside = Product {}
        injector.bind(interface: Product.self, toImplementation: Product.self, asSingleton: true) { outside }
        _ = injector.instance(for: Product.self)
        weak var override: Override?
        weak var inner: Product?
        weak var createdInside: Injector?
        weak var captured: Witness?
        do {
            let strong = Override()
            override = strong
            inOverride(strong) {
                let witness = Witness()
                captured = witness
                injector.bind(interface: Product.self, id: "inside", toImplementation: Product.self, asSingleton: true)
                { Product { withExtendedLifetime(witness) {} } }
                let child = Injector(parent: injector)
                createdInside = child
                inner = child.instance(for: Product.self, id: "inside")
                #expect(child.instance(for: Product.self) === outside)
                #expect(inner != nil)
            }
        }
        #expect(isSoon { override == nil })
        #expect(isSoon { inner == nil })
        #expect(isSoon { createdInside == nil })
        #expect(isSoon { captured == nil })
        #expect(injector.safeInstance(for: Product.self, id: "inside") == nil)
        #expect(injector.instance(for: Product.self) === outside)
    }

    @Test("A failed lookup retains neither the instances, nor the injector, nor the binding")
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
        #expect(isSoon { half == nil })
        #expect(isSoon { captured == nil })
        #expect(isSoon { injector == nil })
    }
}
