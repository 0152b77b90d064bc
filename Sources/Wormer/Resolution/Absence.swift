// Requests for types that have a value even if they are not bound; see `TypeShape`.

extension Injector {
    /// Returns the value of an interface that is not bound, if its type has one.
    @usableFromInline
    func absence<P>(of interface: P.Type, for request: Request) throws -> P? {
        switch TypeShape(interface) {
        case .optional(let wrapped)?:
            func open<Wrapped>(_ wrapped: Wrapped.Type) throws -> P {
                same(try resolve(wrapped, nil, request.for(wrapped)), as: interface)
            }
            return try _openExistential(wrapped, do: open)
        case .array(let element)? where request.key.qualifier == nil:
            func open<Element>(_ element: Element.Type) throws -> P {
                same(
                    try contributions(to: element, at: request.location, isParameter: request.isParameter),
                    as: interface
                )
            }
            return try _openExistential(element, do: open)
        case .dictionary(let element, let identifier)? where request.key.qualifier == nil:
            func open<Element>(_ element: Element.Type) throws -> P {
                func open<ID: Hashable>(_ identifier: ID.Type) throws -> P {
                    same(try identified(element, by: identifier, for: request), as: interface)
                }
                return try open(identifier)
            }
            return try _openExistential(element, do: open)
        case .provider(let provider)? where request.key.isFoundByType:
            return self.provider(provider, request.key.qualifier, as: interface)
        default:
            return nil
        }
    }

    /// Returns the value of an interface that is not bound, or throws an error if its type has none.
    @usableFromInline
    func requiredAbsence<P>(of interface: P.Type, for request: Request) throws -> P {
        guard let absence = try absence(of: interface, for: request) else { throw notBound(request) }
        return absence
    }

    /// Performs `absence(of:for:)` for an asynchronous request.
    nonisolated(nonsending) func asyncAbsence<P>(of interface: P.Type, for request: Request) async throws -> P? {
        switch TypeShape(interface) {
        case .optional(let wrapped)?:
            func open<Wrapped>(_ wrapped: Wrapped.Type) async throws -> P {
                same(try await asyncResolve(wrapped, request.for(wrapped)), as: interface)
            }
            return try await open(wrapped)
        case .array(let element)? where request.key.qualifier == nil:
            func open<Element>(_ element: Element.Type) async throws -> P {
                same(try await asyncContributions(to: element, at: request.location), as: interface)
            }
            return try await open(element)
        case .dictionary(let element, let identifier)? where request.key.qualifier == nil:
            func open<Element>(_ element: Element.Type) async throws -> P {
                func open<ID: Hashable>(_ identifier: ID.Type) async throws -> P {
                    same(try await asyncIdentified(element, by: identifier, for: request), as: interface)
                }
                return try await open(identifier)
            }
            return try await open(element)
        case .provider(let provider)? where request.key.isFoundByType:
            return self.provider(provider, request.key.qualifier, as: interface)
        default:
            return nil
        }
    }
}

extension Injector {
    /// Returns a provider that resolves in this injector.
    ///
    /// The caller has determined at run time that `Target` is the type of the provider.
    fileprivate func provider<Target>(
        _ provider: any ProviderType.Type,
        _ qualifier: Key.Qualifier?,
        as type: Target.Type
    ) -> Target {
        func open<Handle: ProviderType>(_ provider: Handle.Type) -> Target {
            same(provider.init(of: self, qualifier), as: type)
        }
        return open(provider)
    }
}

/// Returns a value as a `Target`, which the caller has determined at run time to be its type.
private func same<Value, Target>(_ value: Value, as type: Target.Type) -> Target {
    precondition(Value.self == type)
    return withUnsafePointer(to: value) { UnsafeRawPointer($0).load(as: type) }
}

extension Request {
    /// Returns a request for another interface with the same qualifier and location.
    fileprivate func `for`(_ interface: Any.Type) -> Request {
        Request(Key(interface, key.qualifier), at: location, isParameter: isParameter)
    }
}
