import Wormer

// Bindings whose closures follow the call, because long ones take fewer lines so.

extension Injector {
    func bindMake<P>(
        _ interface: P.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ make: @escaping @Sendable (Injector) throws -> P
    ) {
        bind(interface, id: id, lifetime: lifetime, to: .make(make), fileID: fileID, line: line)
    }

    func bindMake<P>(
        _ interface: P.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ make: @escaping @Sendable () throws -> P
    ) {
        bind(interface, id: id, lifetime: lifetime, to: .make(make), fileID: fileID, line: line)
    }

    func bindAsync<P>(
        _ interface: P.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ make: @escaping @Sendable (Injector) async throws -> P
    ) {
        bind(interface, id: id, lifetime: lifetime, to: .async(make), fileID: fileID, line: line)
    }

    func bindAsync<P>(
        _ interface: P.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime = .transient,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ make: @escaping @Sendable () async throws -> P
    ) {
        bind(interface, id: id, lifetime: lifetime, to: .async(make), fileID: fileID, line: line)
    }

    func bindMake<P>(
        _ interface: P.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ make: @escaping @Sendable () throws -> P,
        onEnd: @escaping @Sendable (P) throws -> Void
    ) {
        bind(interface, id: id, lifetime: lifetime, to: .make(make).onEnd(onEnd), fileID: fileID, line: line)
    }

    @_disfavoredOverload
    func bindMake<P>(
        _ interface: P.Type,
        id: AnyHashable? = nil,
        lifetime: Lifetime,
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ make: @escaping @Sendable () throws -> P,
        onEnd: @escaping @Sendable (P) async throws -> Void
    ) {
        bind(interface, id: id, lifetime: lifetime, to: .make(make).onEnd(onEnd), fileID: fileID, line: line)
    }
}
