import Wormer

/// Marks the objects that the tutorial's `Resolver` files.
public protocol Injectable {}

/// The tutorial's resolver, over the storage of `Injector.default`.
///
/// ```swift
/// Resolver.shared.add(MyDependency())
/// let dependency: MyDependency = Resolver.shared.resolve()
/// ```
///
/// An object is filed by its type. What `add` files, `Injector.default` finds, and the other way round.
public final class Resolver: Sendable {
    /// The resolver of the process.
    public static let shared = Resolver()

    private init() {}

    /// Files an object under its own type, in place of the one that was there.
    ///
    /// - Parameters:
    ///   - injectable: The object.
    ///   - fileID: The file that adds it, which errors show.
    ///   - line: The line that adds it, which errors show.
    public func add<T: Injectable>(_ injectable: T, fileID: StaticString = #fileID, line: UInt = #line) {
        add(injectable, as: T.self, fileID: fileID, line: line)
    }

    /// Files an object under a protocol or a base class: the first step away from the tutorial's pattern.
    ///
    /// ```swift
    /// Resolver.shared.add(MyDependency(), as: Greeter.self)
    /// ```
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - interface: What it is to be found as.
    ///   - fileID: The file that adds it, which errors show.
    ///   - line: The line that adds it, which errors show.
    public func add<Interface>(
        _ object: Interface,
        as interface: Interface.Type,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let location = CodeLocation(fileID: fileID, line: line, facade: .resolver)
        Injector.default.assign(object, to: Key(interface), at: location)
    }

    /// Gives what is filed under a type, and ends the process if there is nothing.
    ///
    /// - Parameters:
    ///   - fileID: The file that asks.
    ///   - line: The line that asks.
    /// - Returns: The object.
    /// - Precondition: Something is filed or bound under the type. Otherwise the process ends with the text of the
    ///   `InjectionError`, in release builds too.
    public func resolve<T>(fileID: StaticString = #fileID, line: UInt = #line) -> T {
        Injector.default.force(T.self, at: CodeLocation(fileID: fileID, line: line, facade: .resolver))
    }
}
