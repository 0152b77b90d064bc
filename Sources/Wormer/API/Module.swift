/// A part of a program that binds its own interfaces and is installed once.
///
/// A function is enough until two parts of the program require a third: if both call its function, it contributes and
/// decorates twice. A module is installed once:
///
/// ```swift
/// extension Module {
///     static let storage = Module { injector in
///         injector.bind(Database.self, lifetime: .singleton, to: .make { SQLDatabase() })
///     }
///     static let reports = Module(requires: [.storage]) { injector in
///         injector.bind(Reports.self, to: .using(SQLReports.init(database:log:)))
///     }
/// }
///
/// func bindEverything() throws {
///     try Injector.default.install(.reports)
/// }
/// ```
///
/// The object identifies the module, so store it in a static property. A computed one would return another module
/// each time.
public final class Module: Sendable {
    /// Returns the modules that are installed first.
    let required: @Sendable () -> [Module]
    let body: @Sendable (Injector) throws -> Void

    /// The location, which identifies the module in a registry.
    let declaration: Declaration

    /// Creates a module.
    ///
    /// - Parameters:
    ///   - required: The modules to install first. The expression is evaluated when the module is installed, so that a
    ///     cycle of modules is an error.
    ///   - fileID: The file of the module, shown in errors.
    ///   - line: The line of the module, shown in errors.
    ///   - body: Binds the interfaces of the module.
    public init(
        requires required: @autoclosure @escaping @Sendable () -> [Module] = [],
        fileID: StaticString = #fileID,
        line: UInt = #line,
        _ body: @escaping @Sendable (_ injector: Injector) throws -> Void
    ) {
        self.required = required
        self.body = body
        declaration = Declaration(name: "module", location: CodeLocation(fileID: fileID, line: line))
    }
}

extension Module: CustomStringConvertible {
    /// The location of the module, such as `Shop/Shop.swift:12`.
    public var description: String { "\(declaration.location)" }
}

extension Injector {
    /// Installs a module, after the modules that it requires.
    ///
    /// A module that is installed in this injector or in a parent isn't installed again; nor, inside an override such
    /// as an isolated test, is one that was installed outside. While another thread is installing the module, the call
    /// waits. `reset()` forgets the modules.
    ///
    /// ```swift
    /// extension Module {
    ///     static let metrics = Module { $0.contribute(to: Plugin.self, .make { MetricsPlugin() }) }
    /// }
    ///
    /// func bindMetrics() throws {
    ///     try Injector.default.install(.metrics)
    ///     try Injector.default.install(.metrics)  // does nothing
    /// }
    /// ```
    ///
    /// - Parameter module: The module.
    /// - Throws: The error of a module's closure. What that module bound before the error stays, and you can install it
    ///   again. Calls that waited for the closure throw its error, too.
    public func install(_ module: Module) throws {
        var order: [Module] = []
        var known: [Module] = []
        module.addInOrder(to: &order, &known)
        try order.forEach(installOnce)
    }

    /// Installs a module, unless it is installed here or in a parent; waits if another thread is installing it.
    private func installOnce(_ module: Module) throws {
        let (registry, thread) = (registry, Owner.thisThread)
        let installation = Module.Installation(by: thread, of: module)
        while let known = lineage.lazy.compactMap({ $0.registry.installation(of: module) }).first(where: { _ in true })
            ?? registry.begin(installation, of: module)
        {
            do {
                if try known.isDone() {
                    return
                }
            } catch LookupError.cycle {
                // A module that its own closure installs again.
                return
            }
        }
        do {
            try module.body(self)
            installation.finish(nil)
        } catch {
            registry.remove(installation)
            installation.finish(error)
            throw error
        }
    }
}

extension Module {
    /// The installation of a module in a registry, which is done or runs on a thread.
    final class Installation: @unchecked Sendable {
        // Unchecked because the lock guards the slot.
        private let slot: Guarded<Slot>
        private let binding: Binding
        private let thread: Owner
        fileprivate let declaration: Declaration

        fileprivate init(by thread: Owner, of module: Module) {
            declaration = module.declaration
            binding = Binding(declaring: module.declaration, as: Module.self, .singleton)
            self.thread = thread
            slot = Guarded(Slot())
            var gone: AnyInstance?
            slot.withLock { _ = $0.claim(for: binding, by: thread, isPreparing: false, replacing: &gone) }
        }

        deinit {
            slot.free()
        }

        /// Whether the module is installed, and its closure does not run any more.
        var isInstalled: Bool { slot.withLock { $0.instance != nil } }

        /// Returns whether the module is installed, after waiting for the thread that installs it; false if that failed.
        ///
        /// - Throws: The error of the module, or `cycle` if this thread, directly or through others, installs it.
        fileprivate func isDone() throws -> Bool {
            let construction = slot.withLock { $0.constructionUnderWay(of: binding) }
            _ = try construction?.wait(at: binding.location)
            return isInstalled
        }

        fileprivate func finish(_ error: (any Error)?) {
            let (_, waiting) = slot.withLock { $0.finish(error == nil ? Instance(()) : nil, by: thread) }
            waiting?.finish(error.map { .failure($0) } ?? .success(nil))
        }
    }
}

extension Registry {
    /// The modules that are installed here, or outside the override.
    var installedModules: [Module.Installation] {
        let own = state.withLock { state in state.modules.map { $0 } }.filter(\.isInstalled)
        let outside = base?.installedModules ?? []
        return own + outside.filter { module in !own.contains { $0.declaration === module.declaration } }
    }

    fileprivate func installation(of module: Module) -> Module.Installation? {
        state.withLock { state in state.modules.first { $0.declaration === module.declaration } }
            ?? base?.installation(of: module)
    }

    /// Begins to install a module.
    ///
    /// - Returns: Another installation of it, if there is one.
    fileprivate func begin(_ installation: Module.Installation, of module: Module) -> Module.Installation? {
        state.withLock { state in
            let known = state.modules.first { $0.declaration === module.declaration }
            state.modules += known == nil ? [installation] : []
            return known
        }
    }

    fileprivate func remove(_ installation: Module.Installation) {
        state.withLock { state in state.modules.removeAll { $0 === installation } }
    }
}

extension Module {
    /// Adds the required modules and then this one, each once, also if they require each other.
    fileprivate func addInOrder(to order: inout [Module], _ known: inout [Module]) {
        guard !known.contains(where: { $0 === self }) else { return }
        known.append(self)
        for module in required() {
            module.addInOrder(to: &order, &known)
        }
        order.append(self)
    }
}
