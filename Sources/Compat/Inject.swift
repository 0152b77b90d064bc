/// Fills a property with what `Resolver.shared` holds for its type, once, when the property's owner is made.
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
    ///   - fileID: The file of the property, which errors show.
    ///   - line: The line of the property, which errors show.
    /// - Precondition: Something is filed or bound under the type. Otherwise the process ends with the text of the
    ///   `InjectionError`, in release builds too.
    public init(fileID: StaticString = #fileID, line: UInt = #line) {
        wrappedValue = Resolver.shared.resolve(fileID: fileID, line: line)
    }
}

extension Inject: Sendable where T: Sendable {}
