import Wormer

/// The identity of a `@Service` property or a `@Provides` function.
///
/// The macro creates one type for each declaration and expands to calls of these methods. Do not use it directly.
@frozen
public struct _ServiceKey: Sendable {
    @usableFromInline let type: any _DeclaredService.Type

    /// Creates the key of a property.
    ///
    /// - Parameter type: The type that `@Service` creates for the property.
    @inlinable @inline(__always)
    public init(_ type: any _DeclaredService.Type) {
        self.type = type
    }

    @usableFromInline var declaration: Declaration { .of(type) }
}

extension _ServiceKey {
    /// Returns the service.
    ///
    /// - Parameters:
    ///   - container: The container whose property is read.
    ///   - options: The lifetime of an instance, and the function that ends it.
    ///   - isolation: The actor that the property belongs to, if any.
    ///   - make: Runs the property's initializer if its argument is nil. Otherwise it reads the property of the
    ///     container in the argument, which owns the service.
    /// - Returns: The assigned service, the shared one, or a new one.
    /// - Precondition: A main-actor-isolated service is created on the main actor. Otherwise the process ends with a
    ///   message. (Outside the main actor, only a key path can read such a service.)
    @inlinable @inline(never)
    public func get<Service>(
        from container: Container,
        _ options: @autoclosure () -> _ServiceOptions<Service>,
        isolation: (any Actor)? = #isolation,
        _ make: (Container?) -> Service
    ) -> Service {
        container.injector.service(word(of: type), as: Service.self, canMake: isolation == nil, make: { make(nil) }) {
            resolve(in: container, options, isolation, make)
        }
    }

    /// The slow path of `get(from:_:isolation:_:)`, which is not compiled into clients.
    @usableFromInline
    func resolve<Service>(
        in container: Container,
        _ options: () -> _ServiceOptions<Service>,
        _ isolation: (any Actor)?,
        _ make: (Container?) -> Service
    ) -> Service {
        container.injector.service(declaration, options().declared, isolation: isolation) { owner in
            make(owner.map(Container.init))
        }
    }

    /// Returns a service of an opaque type, which each container creates for itself.
    ///
    /// - Parameters:
    ///   - container: The container whose property is read.
    ///   - options: The lifetime of an instance, and the function that ends it.
    ///   - isolation: The actor that the property belongs to, if any.
    ///   - make: The property's initializer.
    /// - Returns: The shared service or a new one.
    /// - Precondition: The same as for `get(from:_:isolation:_:)`.
    public func make<Service>(
        in container: Container,
        _ options: @autoclosure () -> _ServiceOptions<Service>,
        isolation: (any Actor)? = #isolation,
        _ make: () -> Service
    ) -> Service {
        let options = options().declared
        return container.injector.service(declaration, options, isolation: isolation, belongsToParent: false) { _ in
            make()
        }
    }

    /// Returns a service that is declared without an initializer.
    ///
    /// - Parameters:
    ///   - container: The container whose property is read.
    ///   - property: Reads the same property from the container that owns the service.
    /// - Returns: The assigned service, or nil if it is optional and none was assigned.
    /// - Precondition: The service was assigned or is optional. Otherwise the process ends with a message that says how to
    ///   assign it.
    @inlinable
    public func get<Service>(from container: Container, _ property: (Container) -> Service) -> Service {
        container.injector.service(word(of: type), as: Service.self, canMake: false, make: { fatalError() }) {
            assigned(in: container, property)
        }
    }

    @usableFromInline
    func assigned<Service>(in container: Container, _ property: (Container) -> Service) -> Service {
        let isBound = container.injector.isBound(Key(Service.self, .declaration(declaration)))
        if !isBound, wrapped(Service.self) != nil, let none = Any?.none as? Service {
            return none
        }
        let options = _ServiceOptions<Service>().declared
        return container.injector.service(declaration, options, isolation: nil, hasInitializer: false) { owner in
            property(owner.map(Container.init) ?? container)
        }
    }

    /// Assigns the service.
    ///
    /// - Parameters:
    ///   - service: The service to use from now on.
    ///   - container: The container whose property is assigned.
    @inlinable
    public func set<Service>(_ service: @autoclosure () -> Service, in container: Container) {
        set(service(), as: Service.self, in: container)
    }

    /// Assigns a function that creates services.
    ///
    /// - Parameters:
    ///   - function: The function to call from now on.
    ///   - type: The type of the services.
    ///   - container: The container whose function is assigned.
    @inlinable
    public func set<Function, Service>(_ function: Function, as type: Service.Type, in container: Container) {
        let declaration = declaration
        container.injector.assign(function, to: Key(type, .declaration(declaration)), at: declaration.location)
    }
}

// MARK: - In tests

extension _ServiceKey {
    /// Whether a test is running.
    public var isInTest: Bool { Context.isInTest }

    /// Returns the value for tests.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - container: The container that creates the service.
    /// - Returns: The value.
    public func testValue<Service>(_ value: Service, in container: Container) -> Service {
        value
    }

    /// Records an issue in the running test, and returns the placeholder.
    ///
    /// - Parameters:
    ///   - value: The placeholder.
    ///   - container: The container that creates the service.
    /// - Returns: The placeholder.
    public func testValue<Service>(_ value: _TestValue<Service>, in container: Container) -> Service {
        container.injector.unimplemented(placeholder: value.placeholder)
    }

    /// Reads a service only to change a part of it, which doesn't count as use.
    ///
    /// - Parameter read: Reads the property.
    /// - Returns: The result of `read`.
    public static func changing<Service>(_ read: () -> Service) -> Service {
        Context.new { $0.isChanging = true }.run(read)
    }
}

// MARK: - Records of services

extension _ServiceKey {
    /// Passes the description of a service to the visitor that collects the program's services.
    ///
    /// - Parameters:
    ///   - visitor: The address of the visitor.
    ///   - property: The property.
    ///   - options: The lifetime of an instance, and the function that ends it.
    ///   - candidates: The names and lookups in the initializer, one in each line; nil if there is none.
    ///   - lookups: The types that the initializer looks up, with their identifiers.
    ///   - testCandidates: The names and lookups in the value for tests, if there is one.
    ///   - testLookups: The types that the value for tests looks up, with their identifiers.
    ///   - isPrivate: Whether the property is visible only in its file.
    ///   - isolation: The actor that the property belongs to, if any.
    public func declare<Service>(
        to visitor: UInt,
        _ property: KeyPath<Container, Service>,
        _ options: _ServiceOptions<Service> = _ServiceOptions(),
        candidates: StaticString? = nil,
        lookups: [(Any.Type, AnyHashable?)] = [],
        testCandidates: StaticString? = nil,
        testLookups: [(Any.Type, AnyHashable?)] = [],
        isPrivate: Bool = false,
        isolation: (any Actor)? = #isolation
    ) {
        // The key path of an actor's property is not Sendable. It is read only on that actor.
        nonisolated(unsafe) let property = property
        let service = DeclaredService(
            declaration,
            Service.self,
            options.declared,
            isolation: isolation,
            isPrivate: isPrivate,
            source: candidates.map { ($0, lookups.map(Key.init(_:id:))) },
            testSource: testCandidates.map { ($0, testLookups.map(Key.init(_:id:))) },
            property: property,
            read: { _ = Container($0)[keyPath: property] }
        )
        ServiceVisitor.at(visitor)?.visit(service)
    }
}

extension _DeclaredService {
    /// Calls the function that describes the service, whatever it is isolated to.
    ///
    /// That function only evaluates what the attribute and the declaration say about the lifetime of instances.
    ///
    /// - Parameters:
    ///   - describe: The function.
    ///   - visitor: The address of the visitor.
    @inlinable @inline(__always)
    public static func describe<Function>(_ describe: Function, to visitor: UInt) {
        // The isolation of a synchronous function to a global actor is part of its type, but not of its calls.
        unsafeBitCast(describe, to: ((UInt) -> Void).self)(visitor)
    }
}
