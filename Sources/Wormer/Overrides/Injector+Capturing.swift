extension Injector {
    /// Returns the current override and the open scopes, to run code in them later.
    ///
    /// Detached tasks, dispatch queues and a delegate's callbacks don't inherit the override and the scopes of the code
    /// that started them. Capture these where the work begins, and resolve in them:
    ///
    /// ```swift
    /// func refresh() async {
    ///     let here = Injector.capture()
    ///     await Task.detached {
    ///         let log = here.run { Injector.default.instance(for: Log.self) }
    ///         print("refreshes with", log)
    ///     }.value
    /// }
    /// ```
    ///
    /// - Returns: The capture, for all injectors.
    public static func capture() -> Capture {
        Capture(Context.current)
    }

    /// Returns the override that an object's properties remember, to create another object in it.
    ///
    /// An `@Inject` or `@LazyInject` of `Fusion` remembers the override in which it was created. An object that its
    /// owner creates later, outside the override, would not see it. Create it like this:
    ///
    /// ```swift
    /// func detail(of list: ListModel) -> DetailModel {
    ///     Injector.capture(of: list).run { DetailModel() }
    /// }
    /// ```
    ///
    /// If the object was created outside every override, the capture has what the caller sees. Open scopes are those of
    /// the caller, because such properties remember none.
    ///
    /// - Parameters:
    ///   - object: The object. Its stored properties are found by reflection, those of superclasses included.
    ///   - fileID: The file of the call, shown in errors.
    ///   - line: The line of the call, shown in errors.
    /// - Returns: The capture, for all injectors.
    /// - Precondition: The object has a property with `@Inject` or `@LazyInject`. Otherwise the process ends with a
    ///   message.
    public static func capture(of object: AnyObject, fileID: StaticString = #fileID, line: UInt = #line) -> Capture {
        var (mirror, wrappers): (Mirror?, [any InjectingWrapper]) = (Mirror(reflecting: object), [])
        while let next = mirror {
            next.children.forEach { wrappers += ($0.value as? any InjectingWrapper).map { [$0] } ?? [] }
            mirror = next.superclassMirror
        }
        guard !wrappers.isEmpty else {
            let location = CodeLocation(fileID: fileID, line: line)
            endProcess(with: Report.remembersNothing(type(of: object), at: location), at: location)
        }
        let override = wrappers.lazy.compactMap { $0.override?.existing }.first
        return Capture(Context.new { $0.override = override ?? $0.override })
    }

    /// An override and open scopes, for code that runs later or elsewhere; see `Injector.capture()`.
    ///
    /// A capture that was made outside every override and scope runs code outside them, too.
    ///
    /// It keeps the override and the scopes' instances alive, but no scope open. After a scope has ended, lookups of
    /// its instances fail, and a lookup in the bindings of a test that has ended is a late lookup.
    public struct Capture: Sendable {
        private let captured: Context?

        fileprivate init(_ captured: Context?) {
            self.captured = captured
        }

        /// The captured override and scopes, also where none were captured.
        private var context: Context {
            Context.new { values in
                values.override = captured?.values.override
                values.enter(captured?.values.scope, around: captured?.values.around ?? [])
            }
        }

        /// Runs a closure in the captured override and scopes.
        ///
        /// Where none were captured, the closure sees none, even if the caller does.
        ///
        /// ```swift
        /// func log(_ here: Injector.Capture, _ injector: Injector) -> any Log {
        ///     here.run { injector.instance(for: Log.self) }
        /// }
        /// ```
        ///
        /// - Parameter body: A closure.
        /// - Returns: The result of `body`.
        /// - Throws: The error of `body`.
        @discardableResult
        public func run<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
            try context.run(body)
        }

        /// Runs an asynchronous closure, and its child tasks, in the captured override and scopes.
        ///
        /// Where none were captured, the closure sees none, even if the caller does.
        ///
        /// ```swift
        /// func store(_ here: Injector.Capture, _ injector: Injector) async throws -> Store {
        ///     try await here.run { try await injector.asyncInstance(for: Store.self) }
        /// }
        /// ```
        ///
        /// - Parameters:
        ///   - isolation: The actor that `body` runs on, by default the caller's.
        ///   - body: A closure.
        /// - Returns: The result of `body`.
        /// - Throws: The error of `body`.
        @discardableResult
        public func run<Result, Failure: Error>(
            isolation: isolated (any Actor)? = #isolation,
            _ body: () async throws(Failure) -> Result
        ) async throws(Failure) -> Result {
            try await context.run(isolation: isolation, body)
        }
    }
}
