/// A named period, such as a session or an HTTP request, for instances that are shared only while it lasts.
///
/// ```swift
/// extension Scope {
///     static let session = Scope("session")
///     static let request = Scope("request", inside: .session)
/// }
/// ```
///
/// Three functions open a scope. They differ in who sees it: with `withScope(_:)` the code in a closure, with
/// `begin(_:providing:)` every lookup of an injector until you call `end(_:)`, and with `open(_:providing:)` only the
/// lookups inside a handle. A scope such as `Scope.alwaysOpen("cache")` needs no opening; each injector keeps its
/// instances until you call `end(_:)`.
public struct Scope: Hashable, Sendable {
    /// The name, whether the scope is open without being opened, and the scope that must be open around it.
    ///
    /// They are stored by reference, because lifetimes are copied in many places, and their parts would take more code.
    private let content: Instance<Content>

    private typealias Content = (name: String, isAlwaysOpen: Bool, outer: Scope?, location: CodeLocation)

    /// The scope's name.
    ///
    /// Scopes with the same name are equal, unless only one of them is always open.
    public var name: String { content.value.name }

    /// Whether the scope is open without being opened.
    package var isAlwaysOpen: Bool { content.value.isAlwaysOpen }

    /// The scope that must be open around this one, if any.
    package var outer: Scope? { content.value.outer }

    /// The file and line of the declaration.
    package var location: CodeLocation { content.value.location }

    /// Creates a scope.
    ///
    /// A scope inside another one is only open while that one is open. Opening it anywhere else throws a `ScopeError`,
    /// and ending the outer scope ends this one first. Instances of this scope can keep those of the outer one, but not
    /// the other way round.
    ///
    /// ```swift
    /// extension Scope {
    ///     static let session = Scope("session")
    ///     static let request = Scope("request", inside: .session)
    /// }
    /// ```
    ///
    /// Declare such a scope as a constant: another `Scope("request")` is equal, but inside no scope.
    ///
    /// - Parameters:
    ///   - name: The scope's name.
    ///   - outer: The outer scope, if any.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Precondition: The outer scope isn't always open. Otherwise the process ends with a message.
    public init(_ name: String, inside outer: Scope? = nil, fileID: StaticString = #fileID, line: UInt = #line) {
        let location = CodeLocation(fileID: fileID, line: line)
        outer?.checkCanBeOpened(at: location)
        self.init(name, isAlwaysOpen: false, inside: outer, at: location)
    }

    /// Returns a scope that is always open.
    ///
    /// Its instances live until you call `end(_:)`, which runs their `onEnd`, or `Container.reset(_:)` in Fusion, which
    /// doesn't.
    ///
    /// - Parameters:
    ///   - name: The scope's name.
    ///   - fileID: The file of the call, shown in remarks.
    ///   - line: The line of the call, shown in remarks.
    /// - Returns: The scope.
    public static func alwaysOpen(_ name: String, fileID: StaticString = #fileID, line: UInt = #line) -> Scope {
        Scope(name, isAlwaysOpen: true, inside: nil, at: CodeLocation(fileID: fileID, line: line))
    }

    private init(_ name: String, isAlwaysOpen: Bool, inside outer: Scope?, at location: CodeLocation) {
        content = Instance((name, isAlwaysOpen, outer, location))
    }

    /// Returns whether two scopes have the same name, and both or none of them are always open.
    ///
    /// - Parameters:
    ///   - left: A scope.
    ///   - right: Another scope.
    /// - Returns: `true` if they are equal.
    public static func == (left: Scope, right: Scope) -> Bool {
        left.content === right.content || left.name == right.name && left.isAlwaysOpen == right.isAlwaysOpen
    }

    /// Hashes the name, and whether the scope is always open.
    ///
    /// - Parameter hasher: The hasher to use.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(isAlwaysOpen)
    }
}

extension Scope {
    /// Returns whether the scope was declared to be inside another one, directly or not.
    func isInside(_ other: Scope) -> Bool {
        outer.map { $0 == other || $0.isInside(other) } ?? false
    }
}
