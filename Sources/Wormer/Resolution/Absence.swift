// A request for a type that has a value for "nothing is bound": an optional, or an array of contributions.

/// What an optional wraps or an array is made of.
///
/// The conformances have no state and call nothing: where two copies of the library are in one process, each may find
/// the other's.
enum TypeShape {
    case optional(of: Any.Type)
    case array(of: Any.Type)

    init?(_ type: Any.Type) {
        guard TypeKind(type) != .existential else {
            return nil
        }
        if let type = type as? any OptionalType.Type {
            self = .optional(of: type.wrapped)
        } else if let type = type as? any ArrayType.Type {
            self = .array(of: type.element)
        } else {
            return nil
        }
    }
}

private protocol OptionalType {
    static var wrapped: Any.Type { get }
}

extension Optional: OptionalType {
    fileprivate static var wrapped: Any.Type { Wrapped.self }
}

private protocol ArrayType {
    static var element: Any.Type { get }
}

extension Array: ArrayType {
    fileprivate static var element: Any.Type { Element.self }
}

extension Injector {
    /// The value for "nothing is bound" of an interface, if its type has one.
    @usableFromInline
    @inline(never)
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
        default:
            return nil
        }
    }

    /// As `absence(of:for:)`, where it is an error that there is none.
    @usableFromInline
    @inline(never)
    func requiredAbsence<P>(of interface: P.Type, for request: Request) throws -> P {
        guard let absence = try absence(of: interface, for: request) else {
            throw notBound(request)
        }
        return absence
    }

    /// As `absence(of:for:)`, for a request that can wait.
    nonisolated(nonsending)
        func asyncAbsence<P>(of interface: P.Type, for request: Request) async throws -> P?
    {
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
        default:
            return nil
        }
    }
}

/// A value whose type is known, at run time only, to be `Target`.
private func same<Value, Target>(_ value: Value, as type: Target.Type) -> Target {
    precondition(Value.self == type)
    return withUnsafePointer(to: value) { UnsafeRawPointer($0).load(as: type) }
}

extension Request {
    /// A request for another interface with the same qualifier, from the same place.
    fileprivate func `for`(_ interface: Any.Type) -> Request {
        Request(Key(interface, key.qualifier), at: location, isParameter: isParameter)
    }
}
