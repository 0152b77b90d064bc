/// A source location: the file and line of a binding or a lookup.
///
/// Its description has the form `Module/File.swift:12`.
@frozen
public struct CodeLocation: Sendable {
    @usableFromInline package let file: StaticString

    /// The part of the library that was called at the location.
    ///
    /// Errors use its vocabulary.
    @usableFromInline package let facade: Facade

    /// The line, counted from 1.
    public let line: UInt

    /// The module and file name, in the form of `#fileID`.
    public var fileID: String { file.description }

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
        self.file = fileID
        self.facade = facade
        self.line = line
    }
}

/// A part of the library that users call.
@frozen
@usableFromInline
package enum Facade: Sendable {
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
