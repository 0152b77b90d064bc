/// A part of a program that binds its own interfaces, and is installed once even if several others require it.
///
/// A function is enough until two parts of the program require a third: if both call its function, it contributes and
/// decorates twice.
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
        declaration = Declaration(module: CodeLocation(fileID: fileID, line: line))
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
    /// - Throws: The error of a module's closure. Its bindings until then stay, and you can install it again.
    ///   Calls that waited for the closure throw its error, too.
    public func install(_ module: Module) throws {
        var order: [Module] = []
        var known: [Module] = []
        module.addInOrder(to: &order, &known)
        try order.forEach(installOnce)
    }

    /// Installs a module, unless it is installed here or in a parent; waits if another thread is installing it.
    private func installOnce(_ module: Module) throws {
        let (registry, declaration) = (registry, module.declaration)
        let binding = Binding(declared: Key(Module.self, .declaration(declaration)), .singleton)
        let installation = Construction(of: binding, by: .thisThread)
        var known: Construction? {
            lineage.lazy.compactMap { $0.registry.installation(of: declaration) }.first { _ in true }
        }
        while let other = known ?? registry.begin(installation, of: declaration) {
            do {
                _ = try other.wait(at: binding.location)
            } catch LookupError.cycle {
                // A module that its own closure installs again.
                return
            }
            // An installation that failed before this call waited is gone.
            if known === other {
                return
            }
        }
        do {
            try module.body(self)
            installation.finish(.success(nil))
        } catch {
            registry.remove(installation)
            installation.finish(.failure(error))
            throw error
        }
    }
}

extension Registry {
    /// The modules that are installed here, or outside the override.
    var installedModules: [Construction] {
        let own = state.withLock { state in state.modules.map { $0 } }.filter(\.isOver)
        let outside = base?.installedModules ?? []
        return own + outside.filter { module in !own.contains { $0.installs(module.binding.key.declaration) } }
    }

    fileprivate func installation(of module: Declaration) -> Construction? {
        state.withLock { state in state.modules.first { $0.installs(module) } } ?? base?.installation(of: module)
    }

    /// Begins to install a module.
    ///
    /// - Returns: Another installation of it, if there is one.
    fileprivate func begin(_ installation: Construction, of module: Declaration) -> Construction? {
        state.withLock { state in
            let known = state.modules.first { $0.installs(module) }
            state.modules += known == nil ? [installation] : []
            return known
        }
    }

    fileprivate func remove(_ installation: Construction) {
        state.withLock { state in state.modules.removeLast(installation) }
    }
}

extension Construction {
    /// Whether it is the installation of a module.
    fileprivate func installs(_ module: Declaration?) -> Bool { binding.key.declaration === module }
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
