import Testing

@testable import Wormer

@Suite("The cells with identifiers are in a hash table")
struct OtherCellsTests {
    private let injector = Injector(parent: nil)
    private let cells = OtherCells()

    private func keyed(_ id: Int, hash: Int) -> KeyedCell {
        let pointer = UnsafeRawPointer(Unmanaged.passUnretained(injector).toOpaque())
        return KeyedCell(Key(Int.self, id: id), hash, Cell(of: pointer, inOverride: false))
    }

    private func add(_ all: [KeyedCell]) {
        for keyed in all { #expect(cells.add(keyed, ifUnchangedSince: cells.version)) }
    }

    @Test("It grows with its cells, and gives the memory back when they go")
    func size() {
        let all = (0..<10_000).map { keyed($0, hash: $0.hashValue) }
        add(all)
        #expect(cells.count == 10_000 && cells.chains.count == 16_384)
        #expect(all.allSatisfy { cells.candidate(for: $0.hash, after: nil) === $0 })
        all.dropFirst(100).forEach(cells.remove)
        #expect(cells.count == 100 && cells.chains.count <= 1_024)
        #expect(all.prefix(100).allSatisfy { cells.candidate(for: $0.hash, after: nil) === $0 })
        all.prefix(100).forEach(cells.remove)
        #expect(cells.all.isEmpty && cells.chains.count <= 16)
    }

    @Test("Cells with the same hash follow each other, and any of them can go")
    func collisions() {
        let all = (0..<100).map { keyed($0, hash: $0 % 2) }
        add(all)
        func found(_ hash: Int) -> [KeyedCell] {
            let first = cells.candidate(for: hash, after: nil)
            return first.map { Array(sequence(first: $0) { cells.candidate(for: hash, after: $0) }) } ?? []
        }
        #expect(found(0).count == 50 && found(1).count == 50 && found(2).isEmpty)
        for index in [0, 2, 50, 98] { cells.remove(all[index]) }
        #expect(Set(found(0).map(ObjectIdentifier.init)).count == 46 && found(1).count == 50)
    }

    @Test("A long chain is released without nesting, and each cell once")
    func release() {
        weak var last: KeyedCell?
        do {
            let cells = OtherCells()
            for id in 0..<200_000 {
                let keyed = keyed(id, hash: 1)
                #expect(cells.add(keyed, ifUnchangedSince: id))
                last = keyed
            }
            #expect(last != nil)
        }
        #expect(last == nil)
    }
}
