/// A stand-in for the injector of Wormer 2.x, with the declarations that the documents use.
public class Injector {
    public static let `default` = Injector()

    private struct Binding {
        let isSingleton: Bool
        let initializer: () -> Any
    }

    private var bindings = [String: Binding]()
    private var instances = [String: Any]()

    private init() {}

    /// Keeps the first binding of an interface, and ignores a second one.
    public func bind<P, I>(
        interface: P.Type,
        toImplementation: I.Type,
        asSingleton: Bool,
        initializer: @escaping () -> I
    ) {
        bindInterface(
            named: String(describing: interface),
            toImplementation: toImplementation,
            asSingleton: asSingleton,
            initializer: initializer
        )
    }

    public func bindInterface<I>(
        named name: String,
        toImplementation: I.Type,
        asSingleton: Bool,
        initializer: @escaping () -> I
    ) {
        if bindings[name] == nil {
            bindings[name] = Binding(isSingleton: asSingleton, initializer: initializer)
        }
    }

    public func instance<P>() -> P {
        safeInstance(for: P.self)!
    }

    public func instance<P>(for interfaceType: P.Type) -> P {
        safeInstance(for: interfaceType)!
    }

    public func safeInstance<P>(for interfaceType: P.Type) -> P? {
        safeInstance(named: String(describing: interfaceType))
    }

    public func safeInstance<P>(named name: String) -> P? {
        guard let binding = bindings[name] else { return nil }
        if binding.isSingleton, let instance = instances[name] {
            return instance as? P
        }
        let instance = binding.initializer()
        if binding.isSingleton {
            instances[name] = instance
        }
        return instance as? P
    }
}
