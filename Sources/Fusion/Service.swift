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
/// `Container.main.verify()` and `Container.main.graph` include the service even before its first read.
///
/// - Parameter scope: How long an instance is kept.
@attached(accessor)
@attached(peer, names: prefixed(__service_), prefixed(__declare_), prefixed(__record_))
public macro Service(_ scope: Container.Scope) = #externalMacro(module: "FusionMacros", type: "ServiceMacro")

/// Declares a service as a property of `Container`, with a new instance for each read.
///
/// See `Service(_:)`.
@attached(accessor)
@attached(peer, names: prefixed(__service_), prefixed(__declare_), prefixed(__record_))
public macro Service() = #externalMacro(module: "FusionMacros", type: "ServiceMacro")

/// Declares a service as a property of `Container`, with a lifetime.
///
/// See `Service(_:)`.
///
/// - Parameter lifetime: How long an instance is kept.
@attached(accessor)
@attached(peer, names: prefixed(__service_), prefixed(__declare_), prefixed(__record_))
public macro Service(lifetime: Lifetime) = #externalMacro(module: "FusionMacros", type: "ServiceMacro")

/// Declares a service as a property of `Container`, with a function that ends its instances.
///
/// ```swift
/// extension Container {
///     @Service(.singleton, onEnd: { (pool: Pool) in pool.close() }) var pool = Pool()
/// }
/// ```
///
/// The function runs when an instance ends. `Container.main.injector.end()` ends singletons and the instances of all
/// scopes that `id(_:)` creates. The function can throw and await; its errors are collected in `EndingError`. It
/// doesn't run for an assigned instance, which the container didn't create.
///
/// - Parameters:
///   - scope: How long an instance is kept. Reading a `.transient` service with `onEnd` ends the process, because the
///     lifetime of a transient instance never ends.
///   - onEnd: Ends an instance. Pass a function, or a closure that states the type of its parameter, because the
///     compiler can't infer it here.
@attached(accessor)
@attached(peer, names: prefixed(__service_), prefixed(__declare_), prefixed(__record_))
public macro Service<End>(_ scope: Container.Scope, onEnd: End) =
    #externalMacro(module: "FusionMacros", type: "ServiceMacro")

/// Declares a service as a property of `Container`, with a lifetime and a function that ends its instances.
///
/// See `Service(_:onEnd:)`.
///
/// - Parameters:
///   - lifetime: How long an instance is kept.
///   - onEnd: Ends an instance. Pass a function, or a closure that states the type of its parameter.
@attached(accessor)
@attached(peer, names: prefixed(__service_), prefixed(__declare_), prefixed(__record_))
public macro Service<End>(lifetime: Lifetime, onEnd: End) =
    #externalMacro(module: "FusionMacros", type: "ServiceMacro")

// MARK: - Services that no test may create

/// Declares a service as a property of `Container` that no test may create, such as one that calls a server.
///
/// ```swift
/// extension Container {
///     @Service(.singleton, unavailableInTests: true) var api: APIService = LiveAPIService()
/// }
/// ```
///
/// In a running test, the initializer never runs. A read is a test issue and ends the process with a message, unless
/// the test has assigned another instance. Outside tests, the argument changes nothing. Tests are known only if their
/// target links `WormerTesting`.
///
/// - Parameters:
///   - scope: How long an instance is kept.
///   - unavailableInTests: Whether tests must assign another instance.
@attached(accessor)
@attached(peer, names: prefixed(__service_), prefixed(__declare_), prefixed(__record_))
public macro Service(_ scope: Container.Scope, unavailableInTests: Bool) =
    #externalMacro(module: "FusionMacros", type: "ServiceMacro")

/// Declares a service as a property of `Container` that no test may create.
///
/// See `Service(_:unavailableInTests:)`.
///
/// - Parameter unavailableInTests: Whether tests must assign another instance.
@attached(accessor)
@attached(peer, names: prefixed(__service_), prefixed(__declare_), prefixed(__record_))
public macro Service(unavailableInTests: Bool) =
    #externalMacro(module: "FusionMacros", type: "ServiceMacro")

/// Declares a service as a property of `Container` that no test may create.
///
/// See `Service(_:unavailableInTests:)`.
///
/// - Parameters:
///   - lifetime: How long an instance is kept.
///   - unavailableInTests: Whether tests must assign another instance.
@attached(accessor)
@attached(peer, names: prefixed(__service_), prefixed(__declare_), prefixed(__record_))
public macro Service(lifetime: Lifetime, unavailableInTests: Bool) =
    #externalMacro(module: "FusionMacros", type: "ServiceMacro")

/// Declares a service as a property of `Container` that no test may create.
///
/// See `Service(_:unavailableInTests:)`.
///
/// - Parameters:
///   - scope: How long an instance is kept.
///   - unavailableInTests: Whether tests must assign another instance.
///   - onEnd: Ends an instance. Pass a function, or a closure that states the type of its parameter.
@attached(accessor)
@attached(peer, names: prefixed(__service_), prefixed(__declare_), prefixed(__record_))
public macro Service<End>(_ scope: Container.Scope, unavailableInTests: Bool, onEnd: End) =
    #externalMacro(module: "FusionMacros", type: "ServiceMacro")

/// Declares a service as a property of `Container` that no test may create.
///
/// See `Service(_:unavailableInTests:)`.
///
/// - Parameters:
///   - lifetime: How long an instance is kept.
///   - unavailableInTests: Whether tests must assign another instance.
///   - onEnd: Ends an instance. Pass a function, or a closure that states the type of its parameter.
@attached(accessor)
@attached(peer, names: prefixed(__service_), prefixed(__declare_), prefixed(__record_))
public macro Service<End>(lifetime: Lifetime, unavailableInTests: Bool, onEnd: End) =
    #externalMacro(module: "FusionMacros", type: "ServiceMacro")
