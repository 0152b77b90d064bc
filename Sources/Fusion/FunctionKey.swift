import Wormer

/// The arguments of a call of a `@Provides` function, which distinguish its instances.
///
/// `@Provides` expands to code that uses this type. Do not use it directly.
@frozen
public struct _Arguments {
    @usableFromInline var arguments = Arguments.none

    /// Creates an empty list.
    @inlinable
    public init() {}

    /// Adds an argument.
    @inlinable
    public mutating func add(_ value: some Hashable) { arguments.add(value) }

    /// Unavailable: arguments distinguish instances.
    @available(
        *,
        unavailable,
        message:
            "To keep an instance for this argument, its type must be Hashable; without a lifetime, any type will do."
    )
    public mutating func add<Value>(_ value: Value) { fatalError() }

    /// Adds an argument of an asynchronous function.
    @inlinable
    public mutating func addSendable(_ value: some Hashable & Sendable) { arguments.add(value) }

    /// Unavailable: arguments distinguish instances.
    @available(
        *,
        unavailable,
        message:
            "To keep an instance for this argument, its type must be Hashable; without a lifetime, any type will do."
    )
    public mutating func addSendable<Value>(_ value: Value) { fatalError() }
}

extension _ServiceKey {
    /// Returns the instance for a call of a function, or creates it.
    ///
    /// - Parameters:
    ///   - container: The container whose function is called.
    ///   - options: The lifetime of an instance, and the function that ends it.
    ///   - arguments: The arguments that distinguish instances.
    ///   - isolation: The actor that the function belongs to, if any.
    ///   - assigned: Calls the function that was assigned.
    ///   - owned: Calls the same function of the container that owns it.
    ///   - make: Runs the body of the function.
    /// - Returns: The shared instance or a new one.
    /// - Throws: The error of the body or, if `Failure` allows it, `InjectionError`. Otherwise the process ends.
    @inlinable @inline(never)
    public func call<Function, Service, Failure: Error>(
        in container: Container,
        _ options: @autoclosure () -> _ServiceOptions<Service>,
        _ arguments: _Arguments = _Arguments(),
        isolation: (any Actor)? = #isolation,
        assigned: (Function) throws(Failure) -> Service,
        owned: (Container) throws(Failure) -> Service,
        make: () throws(Failure) -> Service
    ) throws(Failure) -> Service {
        let word = word(of: type)
        if let instance = container.injector.instance(ofCall: word, arguments.arguments, as: Service.self) {
            return instance
        }
        return try resolveCall(in: container, options(), arguments, isolation, assigned, owned, make)
    }

    /// The slow path of `call`, which is not compiled into clients.
    @usableFromInline
    func resolveCall<Function, Service, Failure: Error>(
        in container: Container,
        _ options: _ServiceOptions<Service>,
        _ arguments: _Arguments,
        _ isolation: (any Actor)?,
        _ assigned: (Function) throws(Failure) -> Service,
        _ owned: (Container) throws(Failure) -> Service,
        _ make: () throws(Failure) -> Service
    ) throws(Failure) -> Service {
        let owner = container.injector.owner(of: Key(Service.self, .declaration(declaration)))
        guard owner === container.injector else { return try owned(Container(owner)) }
        do {
            return try owner.call(declaration, arguments.arguments, options.declared, isolation: isolation) {
                (function: Function?) in try function.map(assigned) ?? make()
            }
        } catch {
            throw failure(error)
        }
    }

    /// Returns the error for the caller, or ends the process if the function cannot throw it.
    func failure<Failure: Error>(_ error: any Error) -> Failure {
        if let error = error as? InjectionError, error.key.declaration === declaration,
            case .factoryThrew(let thrown as Failure) = error.reason
        {
            return thrown
        }
        if let failure = error as? Failure { return failure }
        endProcess(with: error, at: declaration.location)
    }

    /// Returns the function of a property such as `chatProvider`.
    ///
    /// If the module's default isolation is the main actor, the function has it, and the type of the property doesn't say
    /// so. An instance is then created only on the main actor, as with a service that a key path reads elsewhere.
    ///
    /// - Parameter call: Calls the function.
    /// - Returns: The function.
    public func function<Call, Function>(_ call: Call) -> Function {
        // The isolation of a function to a global actor is part of its type, but not of its calls.
        unsafeBitCast(call, to: Function.self)
    }

    /// The override in which the property with the function is read, which applies where the function is called.
    public var reader: _FunctionReader { _FunctionReader() }

    /// Performs `declare` for a function.
    ///
    /// If it has no parameters, `call` calls it; so does `immediateCall` if the function isn't asynchronous, either.
    public func declareFunction<Function, Service, Call>(
        to visitor: UInt,
        _ property: KeyPath<Container, Function>,
        _ options: _ServiceOptions<Service>,
        isAsync: Bool = false,
        candidates: StaticString,
        lookups: [(Any.Type, AnyHashable?)] = [],
        testCandidates: StaticString? = nil,
        testLookups: [(Any.Type, AnyHashable?)] = [],
        isPrivate: Bool = false,
        isolation: (any Actor)? = #isolation,
        call: ((Container) async throws -> Service)? = nil,
        immediateCall: Call = ()
    ) {
        // It captures nothing, and goes to the actor of the function.
        nonisolated(unsafe) let call = call
        // The isolation of a synchronous function to a global actor is part of its type, but not of its calls.
        let isImmediate = !isAsync && call != nil
        let immediate = isImmediate ? unsafeBitCast(immediateCall, to: ((Container) throws -> Service).self) : nil
        var options = options.declared
        options.isAsynchronous = isAsync
        let service = DeclaredService(
            declaration,
            Service.self,
            options,
            isolation: isolation,
            isPrivate: isPrivate,
            source: (candidates, lookups.map(Key.init(_:id:))),
            testSource: testCandidates.map { ($0, testLookups.map(Key.init(_:id:))) },
            property: property,
            function: call.map { call in
                ({ try await call(Container($0)) }, immediate.map { call in { try call(Container($0)) } })
            },
            read: { _ = try await call?(Container($0)) }
        )
        ServiceVisitor.at(visitor)?.visit(service)
    }
}

/// The override in which the function of a property was read.
///
/// `@Provides` expands to code that uses this type. Do not use it directly.
public struct _FunctionReader: Sendable {
    let override = RememberedOverride.current

    /// Calls a function in the override, unless there is another one.
    public func call<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        if let override { try override.run(body) } else { try body() }
    }
}
