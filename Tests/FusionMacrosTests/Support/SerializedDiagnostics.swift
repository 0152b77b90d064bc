/// A diagnostic that the compiler saved, with locations in bytes from the start of the file.
struct CompilerDiagnostic: Equatable {
    struct FixIt: Equatable {
        var range: Range<Int>
        var text: String
    }

    enum Level: Int { case ignored, note, warning, error, fatal, remark }

    var level: Level
    var file: String
    var line: Int
    var column: Int
    var message: String
    var fixIts: [FixIt] = []
    var notes: [CompilerDiagnostic] = []
}

/// Reads the compiler's `.dia` files: an LLVM bitstream with a block for each diagnostic.
struct SerializedDiagnostics {
    struct Malformed: Error {}

    private enum Operand {
        case literal(UInt64)
        case fixed(Int)
        case variable(Int)
        case array
        case character
        case blob
    }

    private let bytes: [UInt8]
    private var bit = 32
    private var abbreviations: [UInt64: [[Operand]]] = [:]
    private var files: [UInt64: String] = [:]

    static func read(_ bytes: [UInt8]) throws -> [CompilerDiagnostic] {
        guard bytes.starts(with: Array("DIAG".utf8)) else { throw Malformed() }
        var reader = SerializedDiagnostics(bytes: bytes)
        let root = try reader.block(id: .max, width: 2, end: bytes.count * 8)
        return root
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func fixed(_ width: Int) throws -> UInt64 {
        guard bit + width <= bytes.count * 8 else { throw Malformed() }
        var value: UInt64 = 0
        for index in 0..<width {
            let position = bit + index
            value |= UInt64(bytes[position / 8] >> (position % 8) & 1) << index
        }
        bit += width
        return value
    }

    private mutating func variable(_ width: Int) throws -> UInt64 {
        var value: UInt64 = 0
        var shift = 0
        while true {
            let chunk = try fixed(width)
            let continues = UInt64(1) << (width - 1)
            value |= (chunk & (continues - 1)) << shift
            shift += width - 1
            if chunk & continues == 0 { return value }
        }
    }

    private mutating func align() { bit = (bit + 31) / 32 * 32 }

    /// Reads a block to its end.
    ///
    /// The blocks in a diagnostic are its notes.
    private mutating func block(id: UInt64, width: Int, end: Int) throws -> [CompilerDiagnostic] {
        var local = abbreviations[id] ?? []
        var described: UInt64?
        var found: [CompilerDiagnostic] = []
        var own: CompilerDiagnostic?
        while bit + width <= end {
            let kind = try fixed(width)
            if kind == 0 {
                align()
                break
            }
            if kind == 1 {
                let inner = try variable(8)
                let innerWidth = Int(try variable(4))
                align()
                let length = Int(try fixed(32))
                found += try block(id: inner, width: innerWidth, end: bit + length * 32)
            } else if kind == 2 {
                let abbreviation = try define()
                if let described {
                    abbreviations[described, default: []].append(abbreviation)
                } else {
                    local.append(abbreviation)
                }
            } else {
                let (values, blob) = try record(kind, local)
                guard let code = values.first else { throw Malformed() }
                if id == 0, code == 1, values.count > 1 { described = values[1] }
                if id == 9 { try note(code, values, blob, in: &own) }
            }
        }
        guard id == 9, var diagnostic = own else { return found }
        diagnostic.notes = found
        return [diagnostic]
    }

    private mutating func note(
        _ code: UInt64,
        _ values: [UInt64],
        _ blob: String,
        in diagnostic: inout CompilerDiagnostic?
    ) throws {
        switch code {
        case 2 where values.count > 5:
            diagnostic = CompilerDiagnostic(
                level: CompilerDiagnostic.Level(rawValue: Int(values[1])) ?? .ignored,
                file: files[values[2]] ?? "",
                line: Int(values[3]),
                column: Int(values[4]),
                message: blob
            )
        case 6 where values.count > 1: files[values[1]] = blob
        case 7 where values.count > 8:
            let range = Int(values[4])..<Int(values[8])
            diagnostic?.fixIts.append(CompilerDiagnostic.FixIt(range: range, text: blob))
        default: break
        }
        // The name of the file follows the first diagnostic that mentions it.
        if code == 6, diagnostic?.file == "" { diagnostic?.file = blob }
    }

    private mutating func define() throws -> [Operand] {
        var operands: [Operand] = []
        for _ in 0..<(try variable(5)) {
            if try fixed(1) == 1 {
                operands.append(.literal(try variable(8)))
                continue
            }
            switch try fixed(3) {
            case 1: operands.append(.fixed(Int(try variable(5))))
            case 2: operands.append(.variable(Int(try variable(5))))
            case 3: operands.append(.array)
            case 4: operands.append(.character)
            case 5: operands.append(.blob)
            default: throw Malformed()
            }
        }
        return operands
    }

    private mutating func record(_ kind: UInt64, _ local: [[Operand]]) throws -> ([UInt64], String) {
        if kind == 3 {
            var values = [try variable(6)]
            for _ in 0..<(try variable(6)) { values.append(try variable(6)) }
            return (values, "")
        }
        guard Int(kind) - 4 < local.count else { throw Malformed() }
        var values: [UInt64] = []
        for operand in local[Int(kind) - 4] {
            switch operand {
            case .literal(let value): values.append(value)
            case .fixed(let width): values.append(try fixed(width))
            case .variable(let width): values.append(try variable(width))
            case .blob:
                let length = Int(try variable(6))
                align()
                let start = bit / 8
                guard start + length <= bytes.count else { throw Malformed() }
                bit += length * 8
                align()
                return (values, String(decoding: bytes[start..<(start + length)], as: UTF8.self))
            case .array, .character: throw Malformed()
            }
        }
        return (values, "")
    }
}
