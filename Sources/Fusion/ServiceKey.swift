import Wormer

/// Identifies a `@Service` property; the macro makes one for each, and expands to its functions, which are not meant to
/// be called by hand.
public struct ServiceKey: Sendable {
    @usableFromInline let declaration: Declaration

    /// Creates the key of a property.
    ///
    /// - Parameters:
    ///   - name: The property's name, which errors show.
    ///   - file: The file of the property.
    ///   - line: The line of the property.
    public init(_ name: String, file: StaticString, line: UInt) {
        declaration = Declaration(name: name, location: CodeLocation(fileID: file, line: line, facade: .service))
    }
}

extension ServiceKey {
    /// Gives the service.
    ///
    /// - Parameters:
    ///   - container: The container whose property is read.
    ///   - options: How long an instance is kept, and what ends it.
    ///   - isolation: The actor that the property belongs to, if any.
    ///   - make: Runs the property's initializer or, given the container that owns the service, reads the property
    ///     there.
    /// - Returns: The assigned service, the kept one or a new one.
    /// - Precondition: A service of the main actor is not made elsewhere, where only a key path can lead. Otherwise the
    ///   process ends with a text that says so.
    @inlinable
    public func get<Service>(
        from container: Container,
        _ options: @autoclosure () -> ServiceOptions<Service>,
        isolation: (any Actor)? = #isolation,
        _ make: (Container?) -> Service
    ) -> Service {
        container.injector.service(declaration, as: Service.self, canMake: isolation == nil, make: { make(nil) }) {
            withoutActuallyEscaping(make) { make in
                lookCloser(in: container, options(), isolation, owner: { make($0) }, make: { make(nil) })
            }
        }
    }

    /// Gives a service whose type is opaque, of which each container has its own.
    ///
    /// - Parameters:
    ///   - container: The container whose property is read.
    ///   - options: How long an instance is kept, and what ends it.
    ///   - isolation: The actor that the property belongs to, if any.
    ///   - make: The property's initializer.
    /// - Returns: The kept service or a new one.
    /// - Precondition: As of `get(from:_:isolation:_:)`.
    public func make<Service>(
        in container: Container,
        _ options: @autoclosure () -> ServiceOptions<Service>,
        isolation: (any Actor)? = #isolation,
        _ make: () -> Service
    ) -> Service {
        withoutActuallyEscaping(make) { make in
            lookCloser(in: container, options(), isolation, owner: nil, make: make)
        }
    }

    @usableFromInline
    @inline(never)
    func lookCloser<Service>(
        in container: Container,
        _ options: ServiceOptions<Service>,
        _ isolation: (any Actor)?,
        owner: ((Container) -> Service)?,
        make: @escaping () -> Service
    ) -> Service {
        if let standIn = ServiceProbe.answer(for: self, as: Service.self) {
            return standIn
        }
        return container.injector.service(
            declaration,
            options.lifetime,
            onEnd: options.onEnd,
            from: owner.map { owner in { owner(Container($0)) } },
            isolation: isolation,
            make: make
        )
    }

    /// Gives a service that was declared without an initializer.
    ///
    /// - Parameters:
    ///   - container: The container whose property is read.
    ///   - property: Reads the same property from the container that owns the service.
    /// - Returns: The assigned service.
    /// - Precondition: The service was assigned. Otherwise the process ends with a text that says how to.
    @inlinable
    public func get<Service>(from container: Container, _ property: @escaping (Container) -> Service) -> Service {
        container.injector.assignedService(declaration, as: Service.self) ?? assigned(in: container, property)
    }

    @usableFromInline
    @inline(never)
    func assigned<Service>(in container: Container, _ property: @escaping (Container) -> Service) -> Service {
        if let standIn = ServiceProbe.answer(for: self, as: Service.self) {
            return standIn
        }
        return container.injector.service(
            declaration,
            .transient,
            onEnd: nil,
            from: { property(Container($0)) },
            isolation: nil,
            make: nil
        )
    }

    /// Gives an optional service that was declared without an initializer.
    ///
    /// - Parameters:
    ///   - container: The container whose property is read.
    ///   - property: Reads the same property from the container that owns the service.
    /// - Returns: The assigned service, nil if none was assigned.
    @inlinable
    public func get<Service>(from container: Container, _ property: @escaping (Container) -> Service?) -> Service? {
        container.injector.assignedService(declaration, as: Service?.self) ?? assignedOptional(in: container, property)
    }

    @usableFromInline
    @inline(never)
    func assignedOptional<Service>(in container: Container, _ property: @escaping (Container) -> Service?) -> Service? {
        if let standIn = ServiceProbe.answer(for: self, as: Service?.self) {
            return standIn
        }
        return container.injector.isBound(Key(self, Service?.self)) ? assigned(in: container, property) : nil
    }

    /// Replaces the service.
    ///
    /// - Parameters:
    ///   - service: The service to give from now on.
    ///   - container: The container whose property is assigned.
    public func set<Service>(_ service: @autoclosure () -> Service, in container: Container) {
        container.injector.assign(service(), to: Key(self, Service.self), at: declaration.location)
    }
}

// MARK: - Before anything is read

extension ServiceKey {
    /// Describes a service to the library, which collects the records of the program.
    ///
    /// - Parameters:
    ///   - visitor: The address of the visitor that collects them.
    ///   - options: How long an instance is kept, and what ends it.
    ///   - candidates: The names and the types of requests in the initializer, one in each line.
    ///   - isPrivate: Whether only its file sees the property.
    ///   - property: The property.
    ///   - isolation: The actor that the property belongs to, if any.
    public func declare<Service>(
        to visitor: UInt,
        _ options: ServiceOptions<Service>,
        candidates: StaticString,
        isPrivate: Bool = false,
        _ property: KeyPath<Container, Service>,
        isolation: (any Actor)? = #isolation
    ) {
        declare(to: visitor, options, candidates, isPrivate, property, isolation)
    }

    /// Describes a service without an initializer to the library.
    ///
    /// - Parameters:
    ///   - visitor: The address of the visitor that collects the records of the program.
    ///   - isPrivate: Whether only its file sees the property.
    ///   - property: The property.
    ///   - isolation: The actor that the property belongs to, if any.
    public func declare<Service>(
        to visitor: UInt,
        isPrivate: Bool = false,
        _ property: KeyPath<Container, Service>,
        isolation: (any Actor)? = #isolation
    ) {
        declare(to: visitor, ServiceOptions(), nil, isPrivate, property, isolation)
    }

    private func declare<Service>(
        to visitor: UInt,
        _ options: ServiceOptions<Service>,
        _ candidates: StaticString?,
        _ isPrivate: Bool,
        _ property: KeyPath<Container, Service>,
        _ isolation: (any Actor)?
    ) {
        // The key path of an actor's property is not Sendable; it is read where the property may be.
        nonisolated(unsafe) let property = property
        let service = DeclaredService(
            declaration,
            Service.self,
            options.lifetime,
            hasEnd: options.onEnd != nil,
            isolation: isolation,
            isPrivate: isPrivate,
            candidates: candidates,
            property: property,
            read: { _ = Container($0)[keyPath: property] }
        )
        ServiceVisitor.at(visitor).visit(service)
    }
}

extension Key {
    init(_ key: ServiceKey, _ type: Any.Type) {
        self.init(type, .declaration(key.declaration))
    }
}

/// The record of a service, which the linker puts beside those of other services: its version, and a function that
/// describes the service.
public typealias ServiceRecord = (version: UInt32, describe: @convention(c) (UInt) -> Void)
