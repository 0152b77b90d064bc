import Wormer

/// A type whose objects `Resolver` can register under their own type, for code of the tutorial.
public protocol Injectable {}

/// The tutorial's resolver, for a program that was written with it.
///
/// ```swift
/// Resolver.shared.add(MyDependency())
/// let dependency: MyDependency = Resolver.shared.resolve()
/// ```
///
/// It shares the bindings of `Injector.default`, so `resolve` finds what you bind there, and `Injector.default` finds
/// the objects that you add here.
public final class Resolver: Sendable {
    /// The resolver of the process.
    public static let shared = Resolver()

    private init() {}

    /// Registers an object for its own type, and replaces the previous one.
    ///
    /// - Parameters:
    ///   - injectable: The object.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    public func add<T: Injectable>(_ injectable: T, fileID: StaticString = #fileID, line: UInt = #line) {
        add(injectable, as: T.self, fileID: fileID, line: line)
    }

    /// Registers an object for a protocol or a base class, and replaces the previous one.
    ///
    /// Use it as the first step away from the tutorial's pattern.
    ///
    /// ```swift
    /// Resolver.shared.add(MyDependency(), as: Greeter.self)
    /// ```
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - interface: The type to register the object for.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    public func add<Interface>(
        _ object: Interface,
        as interface: Interface.Type,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) {
        let location = CodeLocation(fileID: fileID, line: line, facade: .resolver)
        Injector.default.assign(object, to: Key(interface), at: location)
    }

    /// Returns the object of a type, or ends the process if there is none.
    ///
    /// - Parameters:
    ///   - fileID: The file of the lookup, shown in errors.
    ///   - line: The line of the lookup, shown in errors.
    /// - Returns: The object.
    /// - Precondition: An object is registered for the type, or the type is bound. Otherwise the process ends with the
    ///   message of the `InjectionError`, in release builds too.
    public func resolve<T>(fileID: StaticString = #fileID, line: UInt = #line) -> T {
        Injector.default.force(T.self, at: CodeLocation(fileID: fileID, line: line, facade: .resolver))
    }
}
