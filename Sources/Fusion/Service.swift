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
///     @Service(.singleton, onEnd: { (pool: Pool) in pool.close() }) var pool = Pool()
/// }
/// ```
///
/// The function runs when the scope ends: `Container.main.injector.end()` ends singletons. It may throw and await;
/// errors are collected in `EndingError`. An assigned instance is not ended, since it was not made here.
///
/// - Parameters:
///   - scope: How long an instance is kept. One that is made anew at each read has no end: to read it ends the process.
///   - onEnd: Ends an instance: a function, or a closure whose parameter has its type written out, since the property's
///     type is not known to the attribute.
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
