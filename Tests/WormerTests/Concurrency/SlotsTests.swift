import TestSupport
import Testing

@testable import Wormer

@Suite("The slots of a scope decide which instance an override sees, and what ends")
struct SlotsTests {
    private let owner = Owner(number: 1, isThread: false)
    private var slots = Slots()

    private static func binding() -> Binding {
        FactoryBinding(
            Key(Int.self),
            nil,
            .scope(Scope("slots")),
            Factory.make { 1 }.onEnd { _ in },
            at: CodeLocation(fileID: #fileID, line: #line)
        )
    }

    private mutating func fill(_ binding: Binding) -> AnyInstance {
        let instance = Instance(1)
        _ = slots.claim(binding, by: owner, as: .constructing)
        _ = slots.fill(binding, with: instance, by: owner)
        return instance
    }

    @Test("An override takes over the instance that exists outside, and else gets one of its own")
    mutating func overrides() {
        let (known, unknown, outer) = (Self.binding(), Self.binding(), Override())
        let inner = outer.run { Override() }
        let outside = fill(known)
        inOverride(inner) {
            guard case (.kept(let seen), false) = slots.claim(known, by: owner, as: .constructing) else {
                Issue.record("the instance from outside is not taken over")
                return
            }
            #expect(seen === outside)
            guard case (.construct, true) = slots.claim(unknown, by: owner, as: .constructing) else {
                Issue.record("the override gets no instance of its own")
                return
            }
            #expect(slots.ends(of: inner.id).underWay.count == 1)
        }
        inOverride(outer) {
            #expect(slots.instance(of: unknown) == nil)
            let ofOuter = fill(unknown)
            #expect(slots.instance(of: unknown) === ofOuter)
        }
        #expect(slots.instance(of: unknown) == nil)
    }

    @Test("Lookups in the override in which a scope was opened use the slots of those outside overrides")
    mutating func home() {
        let (binding, override) = (Self.binding(), Override())
        slots = Slots(of: override.id)
        let instance = inOverride(override) { fill(binding) }
        #expect(slots.instance(of: binding) === instance)
    }

    @Test("An instance that is constructed while the scope closes ends when it is complete")
    mutating func closing() {
        let (complete, underWay) = (Self.binding(), Self.binding())
        _ = fill(complete)
        _ = slots.claim(underWay, by: owner, as: .constructing)
        #expect(slots.close(keepingProvided: false).count == 2)
        #expect(slots.hasClaims)
        #expect(slots.instance(of: complete) == nil)
        #expect(slots.ends(of: nil).underWay.count == 1)
        let instance = underWay.teardown(of: Instance(1)).map { Instance(1, $0) }
        #expect(slots.fill(underWay, with: instance, by: owner).late != nil)
        #expect(slots.instance(of: underWay) == nil)
    }

    @Test("A scope finds each of many instances, also after some were removed")
    mutating func many() {
        let bindings = (0..<100).map { _ in Self.binding() }
        let instances = bindings.map { binding in
            let instance = binding.teardown(of: Instance(1)).map { Instance(1, $0) }
            _ = slots.claim(binding, by: owner, as: .constructing)
            _ = slots.fill(binding, with: instance, by: owner)
            return instance
        }
        for instance in instances.prefix(40) {
            #expect(instance?.teardown.flatMap { slots.remove($0) }?.slot.instance === instance)
        }
        for (binding, instance) in zip(bindings, instances).dropFirst(40) {
            #expect(slots.instance(of: binding) === instance)
        }
        #expect(slots.ends(of: nil).teardowns.count == 60)
        #expect(slots.instance(of: bindings[0]) == nil)
    }
}
