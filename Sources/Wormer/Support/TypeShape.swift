/// A type that has a value even if it is not bound: an optional, an array, a dictionary, or a provider.
package enum TypeShape {
    case optional(of: Any.Type)
    case array(of: Any.Type)
    case dictionary(of: Any.Type, by: any Hashable.Type)
    case provider(of: Any.Type)

    package init?(_ type: Any.Type) {
        guard !isExistential(type), let type = type as? any ShapedType.Type else { return nil }
        self = type.shape
    }
}

/// Returns the type of the value of an optional, or nil for another type.
package func wrapped(_ type: Any.Type) -> Any.Type? {
    if case .optional(let wrapped)? = TypeShape(type) { wrapped } else { nil }
}

/// The parts of a value of a type that has a shape.
///
/// Their keys prove the types of the instances.
typealias ShapedValue = (instances: [AnyInstance?], parts: [Injector.Part], key: Key, injector: Injector)

/// Returns the box of a value, or nil if the type has no shape.
func box(_ value: ShapedValue) -> AnyInstance? {
    (value.key.interface as? any ShapedType.Type)?.box(value)
}

/// A type that has a shape.
///
/// The protocol is private, so that two copies of this library in one process don't find each other's conformances.
private protocol ShapedType {
    static var shape: TypeShape { get }

    static func box(_ value: ShapedValue) -> AnyInstance
}

extension Optional: ShapedType {
    fileprivate static var shape: TypeShape { .optional(of: Wrapped.self) }

    fileprivate static func box(_ value: ShapedValue) -> AnyInstance {
        Instance(value.instances.first?.map { unsafeDowncast($0, to: Instance<Wrapped>.self).value })
    }
}

extension Array: ShapedType {
    fileprivate static var shape: TypeShape { .array(of: Element.self) }

    fileprivate static func box(_ value: ShapedValue) -> AnyInstance {
        Instance([Element](value.instances))
    }

    /// Creates an array from boxes, which are known to have instances of its elements.
    init(_ instances: [AnyInstance?]) {
        // The initializer below would write to the array that all empty ones share.
        if instances.isEmpty {
            self = []
            return
        }
        // Unspecialized, `compactMap` takes several times as long.
        self.init(unsafeUninitializedCapacity: instances.count) { buffer, count in
            for case let instance? in instances {
                let value = unsafeDowncast(instance, to: Instance<Element>.self).value
                buffer.initializeElement(at: count, to: value)
                count += 1
            }
        }
    }
}

extension Dictionary: ShapedType {
    fileprivate static var shape: TypeShape { .dictionary(of: Value.self, by: Key.self) }

    fileprivate static func box(_ value: ShapedValue) -> AnyInstance {
        var values: [Key: Value] = [:]
        for (instance, part) in zip(value.instances, value.parts) {
            if let instance, let id = part.key.identifier, let key = id as? Key ?? id.base as? Key {
                values[key] = unsafeDowncast(instance, to: Instance<Value>.self).value
            }
        }
        return Instance(values)
    }
}

extension Provider: ShapedType {
    fileprivate static var shape: TypeShape { .provider(of: Interface.self) }

    fileprivate static func box(_ value: ShapedValue) -> AnyInstance {
        Instance(Provider(of: value.injector, value.key.qualifier))
    }
}
