import CWormer

/// The cells of types and declared services, by their words.
///
/// A table is a block of memory: a header, the addresses of cells, and the cells that the table was created for, each
/// behind its word. It only grows: a larger table takes over its addresses, and keeps it, because others may be reading
/// it. A search ends at a place without an address, and there is always one.
struct Table {
    private struct Header {
        /// The shift that turns a word into a place.
        let shift: Int
        let capacity: Int
        /// The number of cells that lie in smaller tables.
        let firstOwn: Int
        let smaller: UnsafeMutableRawPointer?
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
        smaller.addresses.forEach(insert)
    }

    /// Creates the first table, with room for one cell, in memory of the caller.
    init(firstAt memory: UnsafeMutableRawPointer) {
        self.init(in: memory, 2, firstOwn: 0, nil)
    }

    static var sizeOfFirst: Int { size(2, 1) }

    private static func size(_ capacity: Int, _ cells: Int) -> Int {
        start + capacity * MemoryLayout<UnsafeRawPointer>.stride + 63 + cells * cellSize
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
        places.initialize(repeating: nil, count: capacity)
    }

    /// Frees the table, its cells and the smaller tables, which nobody uses any more.
    ///
    /// The memory of the first one is the caller's.
    func free() {
        let header = header.pointee
        for number in 0..<count.pointee - header.firstOwn {
            Table.cell(behind: own(number)).deinitialize()
        }
        if let smaller = header.smaller {
            wormer_free(memory)
            Table(at: smaller).free()
        }
    }

    private static var start: Int { MemoryLayout<Header>.stride + MemoryLayout<Int>.stride }

    /// Each word and cell have cache lines of their own.
    private static var cellSize: Int { (MemoryLayout<KeyWord>.stride + Guarded<Cell>.size + 63) & -64 }

    private var header: UnsafeMutablePointer<Header> { memory.assumingMemoryBound(to: Header.self) }

    /// The number of cells, which readers do not read.
    private var count: UnsafeMutablePointer<Int> {
        (memory + MemoryLayout<Header>.stride).assumingMemoryBound(to: Int.self)
    }

    /// The addresses of words in front of cells.
    private var places: UnsafeMutablePointer<UnsafeMutableRawPointer?> {
        (memory + Table.start).assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    }

    /// Returns the address of a cell that the table was created for, and of its word.
    private func own(_ number: Int) -> UnsafeMutableRawPointer {
        let end = UnsafeMutableRawPointer(places + header.pointee.capacity)
        return end.alignedUp(toMultipleOf: 64) + number * Table.cellSize
    }

    private static func word(at address: UnsafeMutableRawPointer) -> UnsafeMutablePointer<KeyWord> {
        address.assumingMemoryBound(to: KeyWord.self)
    }

    @inline(__always)
    private static func cell(behind address: UnsafeMutableRawPointer) -> Guarded<Cell> {
        Guarded(at: address + MemoryLayout<KeyWord>.stride)
    }

    /// Whether a larger table must take over before the next cell is added.
    var isFull: Bool { count.pointee * 2 >= header.pointee.capacity }

    /// Adds a cell.
    func add(_ word: KeyWord, _ cell: consuming Cell) -> Guarded<Cell> {
        let address = own(count.pointee - header.pointee.firstOwn)
        Table.word(at: address).initialize(to: word)
        let cell = Guarded(cell, at: address + MemoryLayout<KeyWord>.stride)
        insert(address)
        count.pointee += 1
        return cell
    }

    private func insert(_ address: UnsafeMutableRawPointer) {
        var place = place(of: Table.word(at: address).pointee)
        while places[place] != nil {
            place = (place + 1) & (header.pointee.capacity - 1)
        }
        wormer_store(&places[place], address)
    }

    /// The cells that are there.
    var cells: [Guarded<Cell>] { addresses.map(Table.cell) }

    private var addresses: [UnsafeMutableRawPointer] {
        (0..<header.pointee.capacity).compactMap { wormer_load(&places[$0]) }
    }

    @inline(__always)
    private func place(of word: KeyWord) -> Int {
        // The golden ratio, which distributes addresses well.
        let product = word &* UInt(truncatingIfNeeded: 0x9e37_79b9_7f4a_7c15 as UInt64)
        return Int(bitPattern: product &>> UInt(bitPattern: header.pointee.shift))
    }

    /// Returns the cell of a word.
    @inline(__always)
    func cell(_ word: KeyWord) -> Guarded<Cell>? {
        let mask = header.pointee.capacity &- 1
        var place = place(of: word)
        while let address = wormer_load(&places[place]) {
            if Table.word(at: address).pointee == word {
                return Table.cell(behind: address)
            }
            place = (place &+ 1) & mask
        }
        return nil
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
