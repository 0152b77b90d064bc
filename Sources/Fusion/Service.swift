import Wormer

/// Declares a service as a property of `Container`.
///
/// ```swift
/// extension Container {
///     @Service var apiService: APIService = isTest ? MockAPIService() : LiveAPIService()
///     @Service(.singleton) var cache = Cache()
/// }
/// ```
///
/// The initializer runs when the property is read. It can use the container's other properties by their names, and its
/// static functions with the prefix `Self.`. Assigning to the property replaces the service without running the
/// initializer.
///
/// A property without an initializer must be assigned before it is read. If its type is optional, it is nil until then;
/// otherwise the read ends the process with a message.
///
/// In a scope that opens and ends, a property without an initializer is a value of the scope, which comes with it:
///
/// ```swift
/// struct Visitor {}
///
/// extension Wormer.Scope {
///     static let visit = Wormer.Scope("visit")
/// }
///
/// extension Container {
///     @Service(lifetime: .scope(.visit)) var visitor: Visitor
/// }
///
/// func welcome(_ visitor: Visitor) throws {
///     try Container.withScope(.visit, providing: visitor) { print(Container.visitor) }
/// }
/// ```
///
/// With `onEnd`, a function runs when an instance ends:
///
/// ```swift
/// extension Container {
///     @Service(.singleton, onEnd: { (pool: Pool) in pool.close() }) var pool = Pool()
/// }
/// ```
///
/// `Container.end()` ends singletons and the instances of all scopes that `id(_:)` creates. The function
/// can throw and await; its errors are collected in `EndingError`. It doesn't run for an assigned instance, which the
/// container didn't create.
///
/// `unavailableInTests` protects a service that no test may create, such as one that calls a server. In a running test,
/// the initializer never runs. A read is a test issue and ends the process with a message, unless the test has assigned
/// another instance. Outside tests, the argument changes nothing. Tests are known only if their target links
/// `WormerTesting`. In Swift Testing, detached tasks and threads that a test starts don't belong to it, unless they run
/// in its bindings; see `Injector.capture()`.
///
/// With `test`, tests get another value:
///
/// ```swift
/// extension Container {
///     @Service(.singleton, test: MockAPIService()) var api: APIService = LiveAPIService()
/// }
/// ```
///
/// In a running test, the value takes the place of the initializer, which never runs there. Each isolated test has its
/// own. A property without an initializer has the value in tests too, and must be assigned only in the program.
///
/// `Injector.default.verify()` and `Injector.default.graph` include the service even before its first read.
///
/// - Parameters:
///   - scope: How long an instance is kept. Reading a `.transient` service with `onEnd` ends the process:
///     nobody keeps a transient instance, so nobody can end it.
///   - unavailableInTests: Whether tests must assign another instance.
///   - test: An expression for the value in tests, which states its type. It's evaluated for each instance that a test
///     creates; there, a service without an initializer is a singleton by default.
///   - onEnd: Ends an instance. Pass a function, or a closure that states the type of its parameter, because the
///     compiler can't infer it here.
@attached(accessor)
@attached(peer, names: overloaded, prefixed(__Service_), prefixed(__declare_))
public macro Service<Value, End>(
    _ scope: Container.Scope = .transient,
    unavailableInTests: Bool = false,
    test: Value = (),
    onEnd: End = ()
) = #externalMacro(module: "FusionMacros", type: "ServiceMacro")

/// Declares a service as a property of `Container`, with a lifetime that `Container.Scope` lacks, such as `.weak`.
///
/// See `Service(_:unavailableInTests:test:onEnd:)`.
///
/// - Parameters:
///   - lifetime: How long an instance is kept.
///   - unavailableInTests: Whether tests must assign another instance.
///   - test: An expression for the value in tests, which states its type.
///   - onEnd: Ends an instance. Pass a function, or a closure that states the type of its parameter.
@attached(accessor)
@attached(peer, names: overloaded, prefixed(__Service_), prefixed(__declare_))
public macro Service<Value, End>(
    lifetime: Lifetime,
    unavailableInTests: Bool = false,
    test: Value = (),
    onEnd: End = ()
) = #externalMacro(module: "FusionMacros", type: "ServiceMacro")

/// Declares a service as a property of `Container`, with the `testValue` of its type, or a placeholder, in tests.
///
/// ```swift
/// extension Container {
///     @Service(test: .testValue) var weather: WeatherClient = .live
///     @Service(test: .unimplemented(placeholder: WeatherClient.live)) var other: WeatherClient = .live
/// }
/// ```
///
/// A read of `other` is an issue of the running test, which goes on with the placeholder. See
/// `Service(_:unavailableInTests:test:onEnd:)`.
///
/// - Parameters:
///   - scope: How long an instance is kept. In a test, a service without an initializer is a singleton by default, and a
///     placeholder isn't kept.
///   - test: `.testValue` or `.unimplemented(placeholder:)`.
///   - onEnd: Ends an instance. Pass a function, or a closure that states the type of its parameter.
@attached(accessor)
@attached(peer, names: overloaded, prefixed(__Service_), prefixed(__declare_))
public macro Service<Value, End>(_ scope: Container.Scope = .transient, test: _TestValue<Value>, onEnd: End = ()) =
    #externalMacro(module: "FusionMacros", type: "ServiceMacro")

/// Declares a service as a property of `Container`, with a lifetime such as `.weak`, and with the `testValue` of its
/// type, or a placeholder, in tests.
///
/// See `Service(_:test:onEnd:)`.
///
/// - Parameters:
///   - lifetime: How long an instance is kept.
///   - test: `.testValue` or `.unimplemented(placeholder:)`.
///   - onEnd: Ends an instance. Pass a function, or a closure that states the type of its parameter.
@attached(accessor)
@attached(peer, names: overloaded, prefixed(__Service_), prefixed(__declare_))
public macro Service<Value, End>(lifetime: Lifetime, test: _TestValue<Value>, onEnd: End = ()) =
    #externalMacro(module: "FusionMacros", type: "ServiceMacro")

/// Turns a static property into one that reads and assigns a service of the main container.
///
/// `@Service` writes it. Do not use it directly.
@attached(accessor)
public macro _MainService() = #externalMacro(module: "FusionMacros", type: "MainServiceMacro")

/// Infers the type of a service, in an initializer that never runs.
///
/// `@Service` writes it. Do not use it directly.
///
/// - Parameter property: The service's property.
/// - Returns: Nothing.
public func _typeOfService<Service>(_ property: KeyPath<Container, Service>) -> Service {
    fatalError("Only '@Service' uses this.")
}

/// The `test:` argument of `@Service` if it isn't an expression of the service's type.
///
/// Do not use it directly.
public struct _TestValue<Value> {
    let placeholder: Value

    /// A placeholder for tests, each read of which is an issue.
    ///
    /// - Parameter placeholder: The value that the test goes on with.
    /// - Returns: The argument.
    public static func unimplemented(placeholder: Value) -> Self {
        Self(placeholder: placeholder)
    }
}

extension _TestValue where Value == Never {
    /// The `testValue` of the service's type.
    ///
    /// The compiler reads the argument where it doesn't know that type. In the code of the macro, it means the member of
    /// the type.
    public static var testValue: Self { fatalError("Only '@Service' reads this.") }
}
