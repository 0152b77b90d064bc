import CWormer

/// The cells of types and declared services, by their words.
///
/// A table is a block of memory: a header, pairs of words and cells, and the cells that the table was created for. It
/// only grows: a larger table takes over its pairs, and keeps it, because others may be reading it. A search ends at a
/// pair without a word, and there is always one.
struct Table {
    private struct Header {
        /// The shift that turns a word into a place.
        let shift: Int
        let capacity: Int
        /// The number of cells that lie in smaller tables.
        let firstOwn: Int
        let smaller: UnsafeMutableRawPointer?
    }

    private struct Pair {
        var word: KeyWord = 0
        var cell: UnsafeMutableRawPointer?
    }

    /// The address, by which readers find the table.
    let memory: UnsafeMutableRawPointer

    init(at memory: UnsafeMutableRawPointer) {
        self.memory = memory
    }

    /// Creates a table with room for more cells.
    init(replacing smaller: Table) {
        let known = smaller.count.pointee
        let capacity = smaller.header.pointee.capacity * 2
        self.init(
            in: wormer_allocate(Table.size(capacity, capacity / 2 - known)),
            capacity,
            firstOwn: known,
            smaller.memory
        )
        smaller.forEach { insert($0, $1) }
    }

    /// Creates the first table, with room for one cell, in memory of the caller.
    init(firstAt memory: UnsafeMutableRawPointer) {
        self.init(in: memory, 2, firstOwn: 0, nil)
    }

    static var sizeOfFirst: Int { size(2, 1) }

    private static func size(_ capacity: Int, _ cells: Int) -> Int {
        start + capacity * MemoryLayout<Pair>.stride + 63 + cells * cellSize
    }

    private init(
        in memory: UnsafeMutableRawPointer,
        _ capacity: Int,
        firstOwn known: Int,
        _ smaller: UnsafeMutableRawPointer?
    ) {
        self.memory = memory
        let shift = Int.bitWidth - capacity.trailingZeroBitCount
        header.initialize(to: Header(shift: shift, capacity: capacity, firstOwn: known, smaller: smaller))
        count.initialize(to: known)
        pairs.initialize(repeating: Pair(), count: capacity)
    }

    /// Frees the table, its cells and the smaller tables, which nobody uses any more.
    ///
    /// The memory of the first one is the caller's.
    func free() {
        let header = header.pointee
        for number in 0..<count.pointee - header.firstOwn {
            Guarded<Cell>(at: place(ofCell: number)).deinitialize()
        }
        if let smaller = header.smaller {
            wormer_free(memory)
            Table(at: smaller).free()
        }
    }

    private static var start: Int { MemoryLayout<Header>.stride + MemoryLayout<Int>.stride }

    /// Each cell has cache lines of its own.
    private static var cellSize: Int { (Guarded<Cell>.size + 63) & -64 }

    private var header: UnsafeMutablePointer<Header> { memory.assumingMemoryBound(to: Header.self) }

    /// The number of cells, which readers do not read.
    private var count: UnsafeMutablePointer<Int> {
        (memory + MemoryLayout<Header>.stride).assumingMemoryBound(to: Int.self)
    }

    private var pairs: UnsafeMutablePointer<Pair> { (memory + Table.start).assumingMemoryBound(to: Pair.self) }

    private func place(ofCell number: Int) -> UnsafeMutableRawPointer {
        let end = UnsafeMutableRawPointer(pairs + header.pointee.capacity)
        return end.alignedUp(toMultipleOf: 64) + number * Table.cellSize
    }

    /// Whether a larger table must take over before the next cell is added.
    var isFull: Bool { count.pointee * 2 >= header.pointee.capacity }

    /// Adds a cell.
    func add(_ word: KeyWord, _ cell: consuming Cell) -> Guarded<Cell> {
        let cell = Guarded(cell, at: place(ofCell: count.pointee - header.pointee.firstOwn))
        insert(word, cell)
        count.pointee += 1
        return cell
    }

    private func insert(_ word: KeyWord, _ cell: Guarded<Cell>) {
        var place = place(of: word)
        while pairs[place].word != 0 {
            place = (place + 1) & (header.pointee.capacity - 1)
        }
        wormer_store(&pairs[place].cell, UnsafeMutableRawPointer(cell.state))
        // The word comes last, because readers look for it.
        wormer_store_word(&pairs[place].word, word)
    }

    /// Calls a function with each cell that is there.
    func forEach(_ body: (KeyWord, Guarded<Cell>) -> Void) {
        for place in 0..<header.pointee.capacity {
            let word = wormer_load_word(&pairs[place].word)
            if word != 0, let cell = cell(at: place) {
                body(word, cell)
            }
        }
    }

    @inline(__always)
    private func cell(at place: Int) -> Guarded<Cell>? {
        wormer_load(&pairs[place].cell).map { Guarded(of: $0.assumingMemoryBound(to: Cell.self)) }
    }

    @inline(__always)
    private func place(of word: KeyWord) -> Int {
        // The golden ratio, which distributes addresses well.
        let product = word &* UInt(truncatingIfNeeded: 0x9e37_79b9_7f4a_7c15 as UInt64)
        return Int(bitPattern: product >> UInt(bitPattern: header.pointee.shift))
    }

    /// Returns the cell of a word.
    @inline(__always)
    func cell(_ word: KeyWord) -> Guarded<Cell>? {
        let mask = header.pointee.capacity - 1
        var place = place(of: word)
        while true {
            let found = wormer_load_word(&pairs[place].word)
            if found == word {
                return cell(at: place)
            }
            if found == 0 {
                return nil
            }
            place = (place + 1) & mask
        }
    }
}

extension UnsafeMutablePointer<Registry.Root> {
    /// The current table.
    @inline(__always)
    var table: Table { Table(at: wormer_load(&pointee.table).unsafelyUnwrapped) }

    /// Returns the cell of a type or a declared service, if it was ever used in the registry.
    @inline(__always)
    func cell(_ word: KeyWord) -> Guarded<Cell>? { table.cell(word) }
}
