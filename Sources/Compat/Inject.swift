import Wormer

/// A property of the tutorial, which resolves its type with `Resolver.shared`, once, when its owner is created.
///
/// ```swift
/// struct ContentView {
///     @Inject var dependency: MyDependency
/// }
/// ```
@propertyWrapper
public struct Inject<T> {
    /// The injected object.
    public let wrappedValue: T

    /// Resolves the property's type.
    ///
    /// - Parameters:
    ///   - fileID: The file of the property, shown in errors.
    ///   - line: The line of the property, shown in errors.
    /// - Precondition: An object is registered for the type, or the type is bound. Otherwise the process ends with the
    ///   message of the `InjectionError`, in release builds too.
    public init(fileID: StaticString = #fileID, line: UInt = #line) {
        wrappedValue = Resolver.shared.resolve(fileID: fileID, line: line)
    }
}

extension Inject: Sendable where T: Sendable {}

extension Inject: InjectingWrapper {
    package static var interface: Any.Type { T.self }
    package static var facade: Facade { .resolver }
    package var override: RememberedOverride? { nil }
}
