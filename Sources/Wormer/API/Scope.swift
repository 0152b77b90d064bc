/// A named period in which instances are shared.
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
    /// The name, whether the scope is open without being opened, and the outer scope of a scope whose name the order of
    /// scopes has no room for.
    ///
    /// They are stored by reference, because lifetimes are copied in many places, and their parts would take more code.
    private let content: Instance<Content>

    private typealias Content = (name: String, isAlwaysOpen: Bool, unlistedOuter: Scope?)

    /// The scope's name.
    ///
    /// Scopes with the same name are equal, unless only one of them is always open.
    public var name: String { content.value.name }

    /// Whether the scope is open without being opened.
    @usableFromInline package var isAlwaysOpen: Bool { content.value.isAlwaysOpen }

    /// Creates a scope.
    ///
    /// - Parameter name: The scope's name.
    public init(_ name: String) {
        self.init(name, isAlwaysOpen: false)
    }

    /// Creates a scope that is only open while another scope is open.
    ///
    /// Opening it anywhere else throws a `ScopeError`, and ending the outer scope ends this one first. Instances of
    /// this scope can keep those of the outer one, but not the other way round.
    ///
    /// ```swift
    /// extension Scope {
    ///     static let session = Scope("session")
    ///     static let request = Scope("request", inside: .session)
    /// }
    /// ```
    ///
    /// For the first thousand names, `Scope("request")` is inside the session from then on, too. If a program has more
    /// names, because they come from its HTTP requests, only scopes that are declared with this initializer are.
    ///
    /// - Parameters:
    ///   - name: The scope's name.
    ///   - outer: The outer scope.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Precondition: Neither scope is always open, the outer one isn't inside this one, and none of the first thousand
    ///   scopes has this name and a different outer scope. Otherwise the process ends with a message.
    public init(_ name: String, inside outer: Scope, fileID: StaticString = #fileID, line: UInt = #line) {
        self.init(name, isAlwaysOpen: false)
        let location = CodeLocation(fileID: fileID, line: line)
        outer.checkCanBeOpened(at: location)
        // Before the scope is added, so that the order has no cycle.
        guard let known = outer == self || outer.isInside(self) ? self : declare(inside: outer) else {
            self.init(name, isAlwaysOpen: false, unlistedOuter: outer)
            return
        }
        if known != outer {
            endProcess(with: Report.insideTwo(self, known, outer, at: location), at: location)
        }
    }

    /// Returns a scope that is always open.
    ///
    /// Its instances live until you call `end(_:)`, which runs their `onEnd`, or `Container.reset(_:)` in Fusion, which
    /// doesn't.
    ///
    /// - Parameter name: The scope's name.
    /// - Returns: The scope.
    public static func alwaysOpen(_ name: String) -> Scope {
        Scope(name, isAlwaysOpen: true)
    }

    private init(_ name: String, isAlwaysOpen: Bool, unlistedOuter: Scope? = nil) {
        content = Instance((name, isAlwaysOpen, unlistedOuter))
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

// MARK: - The order of scopes

extension Scope {
    private static let lock = Lock()

    // The outer scope of each scope that has one, by name. Guarded by `lock`.
    //
    // They stay for ever, so their number is limited: names may come from HTTP requests.
    nonisolated(unsafe) private static var outers: [String: Scope] = [:]
    private static let maximumCount = 1_000

    /// The number of outer scopes, which is read without the lock.
    private static let outerCount = AtomicCounter()

    /// The scope that must be open around this one, if any.
    package var outer: Scope? {
        if let unlistedOuter = content.value.unlistedOuter {
            return unlistedOuter
        }
        return isAlwaysOpen || Scope.outerCount.isZero ? nil : Scope.lock.withLock { Scope.outers[name] }
    }

    /// Declares that the scope is inside another one, unless its outer scope is known.
    ///
    /// - Returns: The outer scope, or nil if there is no room for another name.
    private func declare(inside outer: Scope) -> Scope? {
        Scope.lock.withLock {
            if let known = Scope.outers[name] {
                return known
            }
            guard Scope.outers.count < Scope.maximumCount else { return nil }
            Scope.outers[name] = outer
            Scope.outerCount.increment()
            return outer
        }
    }

    /// Returns whether the scope was declared to be inside another one, directly or not.
    package func isInside(_ other: Scope) -> Bool {
        var next = outer
        while let scope = next, scope != other {
            next = scope.outer
        }
        return next != nil
    }
}
