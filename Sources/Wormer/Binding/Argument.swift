/// The source of a parameter of a factory, for a parameter whose type alone doesn't say which instance to take.
///
/// Pass one for each parameter to `.using`, `.async` or `.onMainActor`:
///
/// ```swift
/// Injector.default.bind(String.self, id: "proxy.host", to: .value("proxy.example.com"))
/// Injector.default.bind(Proxy.self, to: .using(Proxy.init(host:log:timeout:), .id("proxy.host"), .byType, .value(30)))
/// ```
public struct Argument<Value>: @unchecked Sendable {
    // Unchecked because of the value, which is Sendable: see `value(_:)`.
    private let key: Key
    private var value: Instance<Value>?

    /// The instance that a lookup of the parameter's type returns, as if you passed no argument.
    public static var byType: Argument { Argument(key: Key(Value.self)) }

    /// The instance that is bound to the parameter's type with an identifier.
    ///
    /// - Parameter id: The identifier.
    /// - Returns: The argument.
    public static func id(_ id: AnyHashable) -> Argument { Argument(key: Key(Value.self, id: id)) }
}

extension Argument where Value: Sendable {
    /// A value.
    ///
    /// - Parameter value: The value.
    /// - Returns: The argument.
    public static func value(_ value: Value) -> Argument { Argument(key: Key(Value.self), value: Instance(value)) }
}

extension Argument {
    /// Adds the dependency to parameters, unless the argument is a value.
    @usableFromInline
    func addParameter(to parameters: inout [Lookup], at location: CodeLocation) {
        if value == nil {
            parameters.append(Lookup(key, at: location))
        }
    }

    /// Returns the value, or the instance of the next parameter.
    @usableFromInline
    func next(of parameters: inout Parameters) -> Value {
        value?.value ?? parameters.next(Value.self)
    }

    /// Returns the value, or the instance of the next parameter, which is resolved unless it already is.
    @usableFromInline
    func next(of parameters: inout Parameters, in injector: Injector, at location: CodeLocation) throws -> Value {
        if value == nil, !parameters.areResolved {
            return try injector.instance(Value.self, key.qualifier, at: location)
        }
        return next(of: &parameters)
    }
}

/// Returns the dependencies among arguments.
@_alwaysEmitIntoClient
func parameters<each Value>(of argument: repeat Argument<each Value>, at location: CodeLocation) -> [Lookup] {
    var parameters: [Lookup] = []
    for argument in repeat each argument {
        argument.addParameter(to: &parameters, at: location)
    }
    return parameters
}

/// Returns parameters that are resolved by their types.
@_alwaysEmitIntoClient
func parameters<each Value>(ofTypes type: repeat (each Value).Type, at location: CodeLocation) -> [Lookup] {
    var parameters: [Lookup] = []
    for type in repeat each type {
        addParameter(of: type, to: &parameters, at: location)
    }
    return parameters
}

@usableFromInline
func addParameter(of type: Any.Type, to parameters: inout [Lookup], at location: CodeLocation) {
    parameters.append(Lookup(Key(type), at: location))
}
