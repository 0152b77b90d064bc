import Wormer

/// What a `@Service` property is known by; the macro makes one for each property.
public struct ServiceKey: Sendable {
    @usableFromInline let declaration: Declaration

    /// Creates the key of a property.
    ///
    /// - Parameters:
    ///   - name: The property's name, which errors show.
    ///   - file: The file of the property.
    ///   - line: The line of the property.
    public init(_ name: String, file: StaticString, line: UInt) {
        declaration = Declaration(name: name, location: CodeLocation(fileID: file, line: line))
    }
}

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
/// - Parameter scope: How long an instance is kept; without one each read makes a new one.
@attached(accessor)
@attached(peer, names: prefixed(__service_))
public macro Service(_ scope: Container.Scope) = #externalMacro(module: "FusionMacros", type: "ServiceMacro")

/// Declares a service as a property of `Container`, made anew at each read.
///
/// See `Service(_:)`.
@attached(accessor)
@attached(peer, names: prefixed(__service_))
public macro Service() = #externalMacro(module: "FusionMacros", type: "ServiceMacro")

/// Declares a service as a property of `Container`, with a lifetime.
///
/// See `Service(_:)`.
///
/// - Parameter lifetime: How long an instance is kept.
@attached(accessor)
@attached(peer, names: prefixed(__service_))
public macro Service(lifetime: Lifetime) = #externalMacro(module: "FusionMacros", type: "ServiceMacro")

// MARK: - What the macro expands to

extension Container {
    /// Gives a declared service; what `@Service` expands to, not meant to be called by hand.
    ///
    /// - Parameters:
    ///   - key: The property's key.
    ///   - scope: How long the service is kept.
    ///   - property: Reads the same property from the container that owns the service; nil where its type is opaque,
    ///     and then each container has its own.
    ///   - isolation: The actor that the property belongs to, if any.
    ///   - make: The property's initializer.
    /// - Returns: The assigned service, the kept one or a new one.
    /// - Precondition: A service of the main actor is not made elsewhere, where only a key path can lead. Otherwise the
    ///   process ends with a text that says so.
    @inlinable
    public func service<Service>(
        _ key: ServiceKey,
        _ scope: @autoclosure () -> Scope,
        _ property: ((Container) -> Service)?,
        isolation: (any Actor)? = #isolation,
        _ make: () -> Service
    ) -> Service {
        service(key, lifetime: scope().lifetime, property, isolation: isolation, make)
    }

    /// Gives a declared service with a lifetime; what `@Service(lifetime:)` expands to.
    ///
    /// - Parameters:
    ///   - key: The property's key.
    ///   - lifetime: How long the service is kept.
    ///   - property: Reads the same property from the container that owns the service.
    ///   - isolation: The actor that the property belongs to, if any.
    ///   - make: The property's initializer.
    /// - Returns: The assigned service, the kept one or a new one.
    /// - Precondition: A service of the main actor is not made elsewhere, where only a key path can lead. Otherwise the
    ///   process ends with a text that says so.
    @inlinable
    public func service<Service>(
        _ key: ServiceKey,
        lifetime: @autoclosure () -> Lifetime,
        _ property: ((Container) -> Service)?,
        isolation: (any Actor)? = #isolation,
        _ make: () -> Service
    ) -> Service {
        injector.service(key.declaration, as: Service.self, canMake: isolation == nil, make: make) {
            makeService(key, lifetime(), property, isolation, make)
        }
    }

    @usableFromInline
    @inline(never)
    func makeService<Service>(
        _ key: ServiceKey,
        _ lifetime: Lifetime,
        _ property: ((Container) -> Service)?,
        _ isolation: (any Actor)?,
        _ make: () -> Service
    ) -> Service {
        if let standIn = ServiceProbe.answer(for: key, as: Service.self) {
            return standIn
        }
        let owner = property.map { property in { (injector: Injector) in property(Container(injector)) } }
        return withoutActuallyEscaping(make) { make in
            injector.service(key.declaration, lifetime, from: owner, isolation: isolation, make: make)
        }
    }

    /// Gives a service that was declared without an initializer; what `@Service` expands to.
    ///
    /// - Parameters:
    ///   - key: The property's key.
    ///   - property: Reads the same property from the container that owns the service.
    /// - Returns: The assigned service.
    /// - Precondition: The service was assigned. Otherwise the process ends with a text that says how to.
    @inlinable
    public func service<Service>(_ key: ServiceKey, _ property: @escaping (Container) -> Service) -> Service {
        injector.assignedService(key.declaration, as: Service.self) ?? assignedService(key, property)
    }

    @usableFromInline
    @inline(never)
    func assignedService<Service>(_ key: ServiceKey, _ property: @escaping (Container) -> Service) -> Service {
        if let standIn = ServiceProbe.answer(for: key, as: Service.self) {
            return standIn
        }
        let owner = { (injector: Injector) in property(Container(injector)) }
        return injector.service(key.declaration, .transient, from: owner, isolation: nil, make: nil)
    }

    /// Gives an optional service that was declared without an initializer; what `@Service` expands to.
    ///
    /// - Parameters:
    ///   - key: The property's key.
    ///   - property: Reads the same property from the container that owns the service.
    /// - Returns: The assigned service, nil if none was assigned.
    @inlinable
    public func service<Service>(_ key: ServiceKey, _ property: @escaping (Container) -> Service?) -> Service? {
        injector.assignedService(key.declaration, as: Service?.self) ?? assignedOptional(key, property)
    }

    @usableFromInline
    @inline(never)
    func assignedOptional<Service>(_ key: ServiceKey, _ property: @escaping (Container) -> Service?) -> Service? {
        if let standIn = ServiceProbe.answer(for: key, as: Service?.self) {
            return standIn
        }
        return injector.isBound(Key(key, Service?.self)) ? assignedService(key, property) : nil
    }

    /// Replaces a declared service; what assigning to a `@Service` property expands to.
    ///
    /// - Parameters:
    ///   - service: The service to give from now on.
    ///   - key: The property's key.
    public func assign<Service>(_ service: @autoclosure () -> Service, to key: ServiceKey) {
        injector.assign(service(), to: Key(key, Service.self), at: key.declaration.location)
    }
}

extension Key {
    init(_ key: ServiceKey, _ type: Any.Type) {
        self.init(type, .declaration(key.declaration))
    }
}
