/// The file and line of a binding or a lookup, for code that shows errors, events or graphs in a form of its own.
///
/// Its description has the form `Module/File.swift:12`.
@frozen
public struct CodeLocation: @unchecked Sendable {
    // Unchecked because of the address, which is that of a literal. Two words, because most functions take a location.
    @usableFromInline let text: UnsafePointer<UInt8>

    /// The line in the lower half, then the length of the text, and in the last byte the facade.
    @usableFromInline let numbers: UInt64

    /// The part of the library that was called at the location.
    ///
    /// Errors use its vocabulary.
    package var facade: Facade { Facade(rawValue: UInt8(truncatingIfNeeded: numbers >> 56)) ?? .injector }

    /// The line, counted from 1.
    public var line: UInt { UInt(truncatingIfNeeded: numbers & 0xffff_ffff) }

    private var length: Int { Int(truncatingIfNeeded: numbers >> 32 & 0xff_ffff) }

    /// The module and file name, in the form of `#fileID`.
    @inline(never)
    public var fileID: String { String(decoding: UnsafeBufferPointer(start: text, count: length), as: UTF8.self) }

    /// The literal.
    package var file: StaticString {
        // These are the parts of a literal: an address, a length, and no flags.
        unsafeBitCast((text, length, UInt8(0)), to: StaticString.self)
    }

    /// Creates a location from `#fileID` and `#line`.
    ///
    /// - Parameters:
    ///   - fileID: The module and file name.
    ///   - line: The line, counted from 1.
    public init(fileID: StaticString = #fileID, line: UInt = #line) {
        self.init(fileID: fileID, line: line, facade: .injector)
    }

    @inlinable
    package init(fileID: StaticString, line: UInt, facade: Facade) {
        // A literal of a single scalar may have no address.
        let file: StaticString = fileID.hasPointerRepresentation ? fileID : ""
        text = file.utf8Start
        let length = UInt64(truncatingIfNeeded: min(file.utf8CodeUnitCount, 0xff_ffff))
        numbers = UInt64(facade.rawValue) << 56 | length << 32 | UInt64(truncatingIfNeeded: min(line, 0xffff_ffff))
    }
}

/// A part of the library that users call.
@frozen
@usableFromInline
package enum Facade: UInt8, Sendable {
    case injector
    case container
    /// A property with Fusion's `@Inject`.
    case inject
    /// A property with `@Service`.
    case service
    case resolver
}

extension CodeLocation: Hashable {
    /// Returns whether two locations have the same file and line.
    ///
    /// - Parameters:
    ///   - lhs: A location.
    ///   - rhs: Another location.
    /// - Returns: `true` if they are equal.
    @inline(never)
    public static func == (lhs: CodeLocation, rhs: CodeLocation) -> Bool {
        lhs.line == rhs.line && lhs.fileID == rhs.fileID
    }

    /// Hashes the file and the line.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(fileID)
        hasher.combine(line)
    }
}

extension CodeLocation: CustomStringConvertible {
    /// The location as `Module/File.swift:12`.
    @inline(never)
    public var description: String { "\(fileID):\(line)" }
}
