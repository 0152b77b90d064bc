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
        declaration = Declaration(name: name, location: CodeLocation(fileID: file, line: line))
    }
}

extension ServiceKey {
    /// Gives the service.
    ///
    /// - Parameters:
    ///   - container: The container whose property is read.
    ///   - options: How long an instance is kept, and what ends it.
    ///   - property: Reads the same property from the container that owns the service; nil where its type is opaque,
    ///     and then each container has its own.
    ///   - isolation: The actor that the property belongs to, if any.
    ///   - make: The property's initializer.
    /// - Returns: The assigned service, the kept one or a new one.
    /// - Precondition: A service of the main actor is not made elsewhere, where only a key path can lead. Otherwise the
    ///   process ends with a text that says so.
    @inlinable
    public func get<Service>(
        from container: Container,
        _ options: @autoclosure () -> ServiceOptions<Service>,
        _ property: ((Container) -> Service)?,
        isolation: (any Actor)? = #isolation,
        _ make: () -> Service
    ) -> Service {
        container.injector.service(declaration, as: Service.self, canMake: isolation == nil, make: make) {
            lookCloser(in: container, options(), property, isolation, make)
        }
    }

    @usableFromInline
    @inline(never)
    func lookCloser<Service>(
        in container: Container,
        _ options: ServiceOptions<Service>,
        _ property: ((Container) -> Service)?,
        _ isolation: (any Actor)?,
        _ make: () -> Service
    ) -> Service {
        if let standIn = ServiceProbe.answer(for: self, as: Service.self) {
            return standIn
        }
        return withoutActuallyEscaping(make) { make in
            container.injector.service(
                declaration,
                options.lifetime,
                onEnd: options.onEnd,
                from: property.map { property in { property(Container($0)) } },
                isolation: isolation,
                make: make
            )
        }
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
    /// Describes a service to whoever visits the records of the program.
    ///
    /// - Parameters:
    ///   - visitor: The visitor.
    ///   - options: How long an instance is kept, and what ends it.
    ///   - mentions: The names and the types of requests in the initializer, one in each line.
    ///   - property: The property.
    ///   - isolation: The actor that the property belongs to, if any.
    public func declare<Service>(
        to visitor: UnsafeMutableRawPointer,
        _ options: ServiceOptions<Service>,
        mentions: StaticString,
        _ property: KeyPath<Container, Service>,
        isolation: (any Actor)? = #isolation
    ) {
        declare(to: visitor, options.lifetime, mentions, property, isolation)
    }

    /// Describes a service without an initializer to whoever visits the records of the program.
    ///
    /// - Parameters:
    ///   - visitor: The visitor.
    ///   - property: The property.
    ///   - isolation: The actor that the property belongs to, if any.
    public func declare<Service>(
        to visitor: UnsafeMutableRawPointer,
        _ property: KeyPath<Container, Service>,
        isolation: (any Actor)? = #isolation
    ) {
        declare(to: visitor, .transient, nil, property, isolation)
    }

    private func declare<Service>(
        to visitor: UnsafeMutableRawPointer,
        _ lifetime: Lifetime,
        _ mentions: StaticString?,
        _ property: KeyPath<Container, Service>,
        _ isolation: (any Actor)?
    ) {
        // The key path of an actor's property is not Sendable; it is compared, and read where the property may be.
        nonisolated(unsafe) let property = property
        let service = DeclaredService(
            declaration,
            Service.self,
            lifetime,
            isolation: isolation,
            mentions: mentions,
            isProperty: { $0 == property },
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
public typealias ServiceRecord = (version: UInt32, describe: @convention(c) (UnsafeMutableRawPointer) -> Void)
