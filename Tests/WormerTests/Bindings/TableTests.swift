import Testing

@testable import Wormer

@Suite("A registry changes its table in place, and copies it only for an override or to make room")
struct TableTests {
    private let injector = Injector(parent: nil)

    /// The table, retained, so that no other one gets its address.
    private var table: Table {
        UnsafePointer(injector.ownRegistry.root).table.takeUnretainedValue()
    }

    // Defect: each change dropped the snapshot of all bindings, and the next request built it again, so one step took
    // 17 ms among 100,000 bindings.
    @Test("Binding and requesting in turn copies no table, however many bindings there are", arguments: [10, 10_000])
    func inTurn(count: Int) {
        for number in 0..<count {
            injector.bind(Int.self, id: number, to: .value(number))
        }
        func step(_ number: Int) {
            injector.bind(String.self, to: .value("\(number)"))
            #expect(injector.instance(for: String.self) == "\(number)")
            injector.bind(String.self, id: "a", to: .value("a \(number)"))
            #expect(injector.instance(for: String.self, id: "a") == "a \(number)")
            injector.contribute(to: Plugin.self, id: 1, .make { NamedPlugin(name: "\(number)") })
            #expect(injector.plugins == ["\(number)"])
            injector.unbind(String.self)
            #expect(injector.safeInstance(for: String.self) == nil)
        }
        step(0)
        let table = table
        for number in 1..<100 {
            step(number)
        }
        #expect(self.table === table)
    }

    // Defect: as above.
    @Test("Binding 10,000 identifiers, each followed by a request, copies the table as rarely as its size doubles")
    func growing() {
        var copies = 0
        var last = table
        for number in 0..<10_000 {
            injector.bind(Int.self, id: number, to: .value(number))
            #expect(injector.instance(for: Int.self, id: number) == number)
            copies += table === last ? 0 : 1
            last = table
        }
        #expect(copies < 16)
        #expect((0..<10_000).allSatisfy { injector.instance(for: Int.self, id: $0) == $0 })
    }

    @Test("Identifiers that are bound and removed again leave no trace in the size of the table")
    func removing() {
        for number in 0..<10_000 {
            injector.bind(Int.self, id: number, to: .value(number))
            injector.unbind(Int.self, id: number)
        }
        #expect(table.capacity == 8)
    }

    /// The results of one request for each kind of binding.
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

    @Test("An override sees the bindings that it captured, whatever changes outside, and changes nothing outside")
    func overrides() {
        bind("outside", "a", 1)
        let (early, late) = (Layer(), Layer())
        let captured = table
        Layer.$current.withValue(early) { #expect(seen == ["outside", "a 1", "outside"]) }
        bind("later", "b", 2)
        injector.unbind(Int.self, id: "a")
        let copy = table
        #expect(copy !== captured)
        bind("last", "b", 3)
        #expect(table === copy)
        #expect(seen == ["last", "b 3", "outside", "last"])
        Layer.$current.withValue(late) { #expect(seen == ["last", "b 3", "outside", "last"]) }
        injector.reset()
        #expect(seen == ["none"])
        Layer.$current.withValue(late) {
            #expect(seen == ["last", "b 3", "outside", "last"])
            bind("inside", "b", 4)
            injector.reset()
            #expect(seen == ["last", "b 3", "outside", "last"])
        }
        Layer.$current.withValue(early) {
            #expect(seen == ["outside", "a 1", "outside"])
            bind("inside", "c", 4)
            #expect(seen == ["inside", "a 1", "c 4", "outside", "inside"])
            let nested = Layer()
            Layer.$current.withValue(nested) {
                #expect(seen == ["inside", "a 1", "c 4", "outside", "inside"])
                bind("nested", "a", 5)
                #expect(seen == ["nested", "a 5", "c 4", "nested", "inside"])
            }
            bind("inside again", "c", 6)
            injector.unbind(Plugin.self, id: "a")
            injector.unbind(String.self)
            #expect(seen == ["none", "a 1", "c 6", "inside again"])
            Layer.$current.withValue(nested) { #expect(seen == ["nested", "a 5", "c 4", "nested", "inside"]) }
        }
        #expect(seen == ["none"])
    }
}
