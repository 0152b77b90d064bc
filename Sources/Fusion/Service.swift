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
/// The initializer runs when the service is asked for. It sees the container's properties by their bare names, and its
/// static functions with `Self.` before them. Assigning to the property replaces the service without ever running the
/// initializer. Without an initializer the property has to be assigned before it is read; otherwise it is nil where its
/// type is optional, and the read ends the process with a text that says so where it is not.
///
/// `Container.verify()` and `Container.graph` know the service before anything reads it.
///
/// - Parameter scope: How long an instance is kept; without one each read makes a new one.
@attached(accessor)
@attached(peer, names: prefixed(__service_), prefixed(__declare_), prefixed(__record_))
public macro Service(_ scope: Container.Scope) = #externalMacro(module: "FusionMacros", type: "ServiceMacro")

/// Declares a service as a property of `Container`, made anew at each read.
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

/// Declares a service as a property of `Container`, with a function that ends its instance.
///
/// ```swift
/// extension Container {
///     @Service(.singleton, onEnd: Pool.close) var pool = Pool()
/// }
/// ```
///
/// The function runs when the scope ends: `Container.main.injector.end()` ends singletons. Errors are collected in
/// `EndingError`.
///
/// - Parameters:
///   - scope: How long an instance is kept; something has to end it, so that a service without a scope, made anew at
///     each read, ends the process when it is first read.
///   - onEnd: A method of the instance, or a closure whose parameter has its type written out:
///     `{ (pool: Pool) in try await pool.close() }`.
@attached(accessor)
@attached(peer, names: prefixed(__service_), prefixed(__declare_), prefixed(__record_))
public macro Service<End>(_ scope: Container.Scope, onEnd: End) =
    #externalMacro(module: "FusionMacros", type: "ServiceMacro")

/// Declares a service as a property of `Container`, with a lifetime and a function that ends its instance.
///
/// See `Service(_:onEnd:)`.
///
/// - Parameters:
///   - lifetime: How long an instance is kept.
///   - onEnd: Ends an instance.
@attached(accessor)
@attached(peer, names: prefixed(__service_), prefixed(__declare_), prefixed(__record_))
public macro Service<End>(lifetime: Lifetime, onEnd: End) =
    #externalMacro(module: "FusionMacros", type: "ServiceMacro")
