import CWormer

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
///         injector.bind(Reports.self, to: .using(SQLReports.init(database:clock:)))
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

/// An error about modules that require each other.
///
/// ```swift
/// do {
///     try Injector.default.install(Module { injector in })
/// } catch let error as ModuleCycleError {
///     print(error.modules.count, "modules require each other")
/// }
/// ```
public struct ModuleCycleError: Error, CustomStringConvertible {
    /// The modules, each of which requires the next one; the last one requires the first.
    public let modules: [Module]

    /// The locations of the modules around the cycle.
    public var description: String {
        "modules require each other: " + (modules + modules.prefix(1)).map(\.description).joined(separator: " -> ")
    }
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
    /// - Throws: `ModuleCycleError` before anything is installed, if modules require each other; or the error of a
    ///   module's closure. What that module bound before the error stays, and you can install it again. Calls that
    ///   waited for the closure throw its error, too.
    public func install(_ module: Module) throws {
        var order: [Module] = []
        try module.addInOrder(to: &order, requiredBy: [])
        try order.forEach(installOnce)
    }

    /// Runs the closure of a module, unless the module is installed.
    ///
    /// If another thread is running the closure, this one waits, unless that would close a cycle.
    private func installOnce(_ module: Module) throws {
        let registry = registry
        // The instance of this binding is under construction while the closure runs.
        let mark = Binding<Module>(declaring: module.declaration, .singleton)
        _ = mark.claim(in: nil, thread: wormer_this_thread())
        while true {
            let known = lineage.lazy.compactMap { $0.registry.find(module.key)?.binding }.first { _ in true }
            let bound = known ?? registry.insertIfAbsent(module.key) { mark }
            if bound === mark {
                break
            }
            let (isInstalled, construction) = bound.progress(in: self)
            do {
                _ = try construction?.wait(at: module.declaration.location)?.get()
            } catch ResolutionError.cycle {
                return
            }
            if isInstalled {
                return
            }
        }
        do {
            try module.body(self)
            mark.keep(Module.installed, in: nil, of: nil)
        } catch {
            // An override may share the table in which the mark is.
            mark.fail(in: nil, error, leaving: AnyBinding.State.vacant)
            throw error
        }
    }
}

extension Module {
    /// The key of the binding that marks the module as installed, which no request and no graph finds.
    fileprivate var key: Key { Key(Module.self, .declaration(declaration)) }

    /// The instance of such a binding, which is not the module: its closure may capture the injector.
    fileprivate static let installed = Instance(Module { _ in })

    /// Adds the required modules and then this one, each once.
    fileprivate func addInOrder(to order: inout [Module], requiredBy path: [Module]) throws {
        if let start = path.firstIndex(where: { $0 === self }) {
            throw ModuleCycleError(modules: Array(path[start...]))
        }
        guard !order.contains(where: { $0 === self }) else { return }
        for module in required() {
            try module.addInOrder(to: &order, requiredBy: path + [self])
        }
        order.append(self)
    }
}
