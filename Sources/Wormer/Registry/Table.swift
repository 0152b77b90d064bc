import CWormer

/// The cells of types and declared services by their words.
///
/// A table only grows. A search ends at a pair without a word, and there is always one.
final class Table {
    struct Pair {
        var word: UInt = 0
        var cell: UnsafeMutableRawPointer?
    }

    let capacity: Int
    private var count = 0

    /// The shift that turns a word into a place, and then the pairs.
    let memory: UnsafeMutableRawPointer

    private var pairs: UnsafeMutablePointer<Pair> { (memory + 16).assumingMemoryBound(to: Pair.self) }

    init(capacity logarithm: Int) {
        capacity = 1 << logarithm
        memory = .allocate(byteCount: 16 + capacity * MemoryLayout<Pair>.stride, alignment: 16)
        memory.storeBytes(of: UInt(Int.bitWidth - logarithm), as: UInt.self)
        (memory + 16).initializeMemory(as: Pair.self, repeating: Pair(), count: capacity)
    }

    deinit {
        memory.deallocate()
    }

    /// Whether a larger table must take over before the next cell is added.
    var isFull: Bool { count * 2 >= capacity }

    func add(_ word: KeyWord, _ cell: UnsafeMutableRawPointer) {
        var place = Table.place(of: word, in: memory)
        while pairs[place].word != 0 {
            place = (place + 1) & (capacity - 1)
        }
        wormer_store(&pairs[place].cell, cell)
        // The word comes last, because readers look for it.
        wormer_store_word(&pairs[place].word, word)
        count += 1
    }

    func larger() -> Table {
        let larger = Table(capacity: capacity.trailingZeroBitCount + 1)
        for place in 0..<capacity where pairs[place].word != 0 {
            pairs[place].cell.map { larger.add(pairs[place].word, $0) }
        }
        return larger
    }

    @inline(__always)
    fileprivate static func place(of word: KeyWord, in memory: UnsafeRawPointer) -> Int {
        // The golden ratio, which distributes addresses well.
        let product = word &* UInt(truncatingIfNeeded: 0x9e37_79b9_7f4a_7c15 as UInt64)
        return Int(bitPattern: product >> memory.load(as: UInt.self))
    }

    /// Returns the cell of a word.
    @inline(__always)
    static func cell(_ word: KeyWord, in memory: UnsafeMutableRawPointer) -> Guarded<Cell>? {
        let pairs = (memory + 16).assumingMemoryBound(to: Pair.self)
        let mask = Int(bitPattern: UInt.max >> memory.load(as: UInt.self))
        var place = place(of: word, in: memory)
        while true {
            let found = wormer_load_word(&pairs[place].word)
            if found == word {
                return wormer_load(&pairs[place].cell).map { Guarded(at: $0.assumingMemoryBound(to: Cell.self)) }
            }
            if found == 0 {
                return nil
            }
            place = (place + 1) & mask
        }
    }
}

extension UnsafeMutablePointer<Registry.Root> {
    /// Returns the cell of a type or a declared service, if it was ever used in the registry.
    @inline(__always)
    func cell(_ word: KeyWord) -> Guarded<Cell>? {
        wormer_load(&pointee.table).flatMap { Table.cell(word, in: $0) }
    }
}
