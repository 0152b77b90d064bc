/// A place in the source: the file and line of a `bind`, or of a call that asked for an instance.
///
/// Printed as `Module/File.swift:12`.
@frozen
public struct CodeLocation: Sendable {
    @usableFromInline package let file: StaticString

    /// The line, counted from 1.
    public let line: UInt

    /// The module and file name, as `#fileID` spells them.
    public var fileID: String {
        file.description
    }

    /// Creates a location from `#fileID` and `#line`.
    ///
    /// - Parameters:
    ///   - fileID: The module and file name.
    ///   - line: The line, counted from 1.
    @inlinable
    public init(fileID: StaticString = #fileID, line: UInt = #line) {
        self.file = fileID
        self.line = line
    }
}

extension CodeLocation: Hashable {
    /// Whether two locations are the same line of the same file.
    ///
    /// - Parameters:
    ///   - lhs: A location.
    ///   - rhs: Another location.
    /// - Returns: Whether they are the same.
    public static func == (lhs: CodeLocation, rhs: CodeLocation) -> Bool {
        lhs.line == rhs.line && lhs.fileID == rhs.fileID
    }

    /// Feeds the file and the line to a hasher.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(fileID)
        hasher.combine(line)
    }
}

extension CodeLocation: CustomStringConvertible {
    /// The location as `Module/File.swift:12`.
    public var description: String {
        "\(fileID):\(line)"
    }
}
