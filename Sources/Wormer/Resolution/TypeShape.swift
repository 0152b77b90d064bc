/// A type that has a value even if it is not bound: an optional, an array, a dictionary, or a provider.
///
/// The conformances of standard library types have no state and call no other code. It is therefore harmless if two
/// copies of this library in one process find each other's conformances.
enum TypeShape {
    case optional(of: Any.Type)
    case array(of: Any.Type)
    case dictionary(of: Any.Type, by: any Hashable.Type)
    case provider(any ProviderType.Type)

    init?(_ type: Any.Type) {
        guard !isExistential(type) else { return nil }
        if let type = type as? any OptionalType.Type {
            self = .optional(of: type.wrapped)
        } else if let type = type as? any ArrayType.Type {
            self = .array(of: type.element)
        } else if let type = type as? any DictionaryType.Type {
            self = .dictionary(of: type.element, by: type.identifier)
        } else if let type = type as? any ProviderType.Type {
            self = .provider(type)
        } else {
            return nil
        }
    }
}

/// Returns the type of the value of an optional, or nil for another type.
func wrapped(_ type: Any.Type) -> Any.Type? {
    if case .optional(let wrapped)? = TypeShape(type) { wrapped } else { nil }
}

private protocol OptionalType {
    static var wrapped: Any.Type { get }
}

extension Optional: OptionalType {
    fileprivate static var wrapped: Any.Type { Wrapped.self }
}

private protocol ArrayType {
    static var element: Any.Type { get }
}

extension Array: ArrayType {
    fileprivate static var element: Any.Type { Element.self }
}

private protocol DictionaryType {
    static var identifier: any Hashable.Type { get }
    static var element: Any.Type { get }
}

extension Dictionary: DictionaryType {
    fileprivate static var identifier: any Hashable.Type { Key.self }
    fileprivate static var element: Any.Type { Value.self }
}

/// A `Provider` of any interface.
protocol ProviderType {
    static var interface: Any.Type { get }

    init(of injector: Injector, _ qualifier: Key.Qualifier?)
}

extension Provider: ProviderType {
    static var interface: Any.Type { Interface.self }
}
