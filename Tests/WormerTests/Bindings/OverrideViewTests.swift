import TestSupport
import Testing

@testable import Wormer

@Suite("An override is a copy of what is outside, made key by key when it first uses one")
struct OverrideViewTests {
    private let injector = Injector(parent: nil)

    @Test("Identifiers that are bound and removed again leave nothing behind in their injector")
    func removing() {
        for number in 0..<1_000 {
            injector.bind(Int.self, id: number, to: .value(number))
            injector.contribute(to: Plugin.self, id: number, .make { NamedPlugin(name: "\(number)") })
            injector.unbind(Int.self, id: number)
            injector.unbind(Plugin.self, id: number)
        }
        #expect(injector.ownRegistry.holders.count == 2)
    }

    /// The answer of one lookup of each kind.
    private var seen: [String] {
        let identified: [String: Int] = injector.safeInstance() ?? [:]
        let numbers = identified.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        return [injector.safeInstance(for: String.self) ?? "none"] + numbers + injector.plugins
    }

    private func bind(_ text: String, _ id: String, _ number: Int) {
        injector.bind(String.self, to: .value(text))
        injector.bind(Int.self, id: id, to: .value(number))
        injector.contribute(to: Plugin.self, id: id, .make { NamedPlugin(name: text) })
    }

    @Test("An override keeps what it has used, and sees anything else that is bound outside later")
    func views() {
        bind("outside", "a", 1)
        let (override, nested) = (Override(), Override())
        inOverride(override) { #expect(seen == ["outside", "a 1", "outside"]) }
        bind("later", "b", 2)
        injector.unbind(Int.self, id: "a")
        inOverride(override) {
            #expect(seen == ["outside", "a 1", "b 2", "outside", "later"])
            bind("inside", "c", 4)
            #expect(seen == ["inside", "a 1", "b 2", "c 4", "outside", "later", "inside"])
            let nested = Override()
            inOverride(nested) {
                #expect(seen == ["inside", "a 1", "b 2", "c 4", "outside", "later", "inside"])
                bind("nested", "b", 5)
                #expect(seen == ["nested", "a 1", "b 5", "c 4", "outside", "nested", "inside"])
            }
            injector.unbind(Plugin.self, id: "a")
            injector.unbind(String.self)
            #expect(seen == ["none", "a 1", "b 2", "c 4", "later", "inside"])
            inOverride(nested) { #expect(seen == ["nested", "a 1", "b 5", "c 4", "outside", "nested", "inside"]) }
        }
        inOverride(nested) { #expect(seen == ["later", "b 2", "outside", "later"]) }
        inOverride(override) {
            injector.unbindAll()
            #expect(seen == ["later", "b 2", "outside", "later"])
        }
        injector.unbind(Int.self, id: "b")
        inOverride(override) { #expect(seen == ["later", "b 2", "outside", "later"]) }
        #expect(seen == ["later", "outside", "later"])
    }
}
