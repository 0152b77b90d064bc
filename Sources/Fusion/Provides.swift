import Wormer

/// Declares a service as a function of `Container`, which can await, throw and take arguments.
///
/// ```swift
/// extension Container {
///     @Provides(.singleton, onEnd: { (pool: Pool) in pool.close() })
///     func pool() async throws -> Pool { try await Pool.open() }
///
///     @Provides(lifetime: .weak) func chat(id: Int) -> Chat { Chat(id: id) }
/// }
/// ```
///
/// A call, such as `try await Container.main.pool()`, creates an instance, or returns the one that is kept for the
/// same arguments. With a lifetime, the types of the arguments are therefore `Hashable`, and also `Sendable` if the
/// function awaits. Without one, each call creates an instance, and arguments may have any types. Parameters have names,
/// and no property wrappers, which would wrap a value again when a child passes it on.
///
/// The property `chatProvider` has the function. Assign another one to it, for example in a test, or inject it:
///
/// <!-- snippet: continues -->
/// ```swift
/// struct ChatList {
///     @Inject(\.chatProvider) var chat
///
///     func open() -> Chat { chat(7) }
/// }
///
/// func checkChats() {
///     Container.mock {
///         $0.chatProvider = { id in MockChat(id: id) }
///     } then: {
///         _ = ChatList().open()
///     }
/// }
/// ```
///
/// The instances of the assigned function are its own, and are kept as long as those of the declared one. Inside, a call
/// of the function is one of the assigned function. To call the declared one in a mock, capture what is outside:
///
/// <!-- snippet: continues -->
/// ```swift
/// func checkLoggedChats() {
///     let outside = Injector.capture()
///     Container.mock {
///         $0.chatProvider = { id in LoggedChat(outside.run { Container.main.chat(id: id) }) }
///     } then: {
///         _ = ChatList().open()
///     }
/// }
/// ```
///
/// An assignment outside every override leaves no way to call the declared function. Move its body to a function that
/// both can call.
///
/// The caller gets the error that the body throws, and so does everybody who waits for the same instance. Another error,
/// such as that of a cycle, is an `InjectionError`. If the function can't throw that, the process ends with its message.
/// An instance that is kept and awaited is created in a task of its own, which the cancellation of a caller doesn't
/// affect. An argument that isn't equal to itself, such as a NaN, gets an instance of its own with each call.
///
/// With a lifetime, a call with the same arguments in the body is a cycle. Other calls of the function may be inside each
/// other until the stack is nearly used up or, in a task, 1,200 instances are being created; then that is a cycle, too.
///
/// The arguments of the attribute are those of `@Service`; see `Service(_:unavailableInTests:test:onEnd:)`.
///
/// - Parameters:
///   - scope: How long an instance is kept.
///   - unavailableInTests: Whether tests must assign another function.
///   - test: An expression for the instance in tests, which states its type, and takes the place of the body there.
///   - onEnd: Ends an instance. Pass a function, or a closure that states the type of its parameter.
@attached(body)
@attached(peer, names: suffixed(Provider), prefixed(__Service_), prefixed(__declare_))
public macro Provides<Value, End>(
    _ scope: Container.Scope = .transient,
    unavailableInTests: Bool = false,
    test: Value = (),
    onEnd: End = ()
) = #externalMacro(module: "FusionMacros", type: "ProvidesMacro")

/// Declares a service as a function of `Container`, with a lifetime that `Container.Scope` lacks, such as `.weak`.
///
/// See `Provides(_:unavailableInTests:test:onEnd:)`.
///
/// - Parameters:
///   - lifetime: How long an instance is kept.
///   - unavailableInTests: Whether tests must assign another function.
///   - test: An expression for the instance in tests, which states its type.
///   - onEnd: Ends an instance. Pass a function, or a closure that states the type of its parameter.
@attached(body)
@attached(peer, names: suffixed(Provider), prefixed(__Service_), prefixed(__declare_))
public macro Provides<Value, End>(
    lifetime: Lifetime,
    unavailableInTests: Bool = false,
    test: Value = (),
    onEnd: End = ()
) = #externalMacro(module: "FusionMacros", type: "ProvidesMacro")

/// Declares a service as a function of `Container`, with the `testValue` of its type, or a placeholder, in tests.
///
/// See `Service(_:test:onEnd:)` and `Provides(_:unavailableInTests:test:onEnd:)`.
///
/// - Parameters:
///   - scope: How long an instance is kept. In a test, a placeholder isn't kept.
///   - test: `.testValue` or `.unimplemented(placeholder:)`.
///   - onEnd: Ends an instance. Pass a function, or a closure that states the type of its parameter.
@attached(body)
@attached(peer, names: suffixed(Provider), prefixed(__Service_), prefixed(__declare_))
public macro Provides<Value, End>(_ scope: Container.Scope = .transient, test: _TestValue<Value>, onEnd: End = ()) =
    #externalMacro(module: "FusionMacros", type: "ProvidesMacro")

/// Declares a service as a function of `Container`, with a lifetime such as `.weak`, and with the `testValue` of its
/// type, or a placeholder, in tests.
///
/// See `Service(lifetime:test:onEnd:)` and `Provides(_:unavailableInTests:test:onEnd:)`.
///
/// - Parameters:
///   - lifetime: How long an instance is kept.
///   - test: `.testValue` or `.unimplemented(placeholder:)`.
///   - onEnd: Ends an instance. Pass a function, or a closure that states the type of its parameter.
@attached(body)
@attached(peer, names: suffixed(Provider), prefixed(__Service_), prefixed(__declare_))
public macro Provides<Value, End>(lifetime: Lifetime, test: _TestValue<Value>, onEnd: End = ()) =
    #externalMacro(module: "FusionMacros", type: "ProvidesMacro")
