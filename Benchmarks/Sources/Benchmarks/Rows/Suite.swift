import Fixtures
import Fusion
import Wormer

/// The rows, and their injectors, which have 50 other bindings each.
struct Suite {
    /// The main container, which was never replaced.
    let container = Container.main

    /// The injector of the main container, whose closures use `Injector.default`.
    let injector: Injector

    /// An injector whose bindings resolve parameters by type.
    let wired: Injector

    /// A container with 10,000 other bindings.
    static let crowded = {
        let container = Container()
        bindOthers(10_000, in: container.injector)
        bindFixtures(in: container.injector)
        makeSingletons(in: container.injector)
        return container
    }()

    init() {
        injector = container.injector
        bindOthers(50, in: injector)
        bindFixtures(in: injector)
        makeSingletons(in: injector)
        wired = Container().injector
        bindOthers(50, in: wired)
        wireApplication(in: wired)
    }

    var rows: [Row] {
        singletonRows + transientRows + otherLifetimeRows + wrapperRows + graphRows + registryRows + overrideRows
            + scopeRows + asyncRows + threadRows
    }

    // MARK: - Baselines of several rows

    /// Reads a constant.
    var constant: Side.Loop {
        { for _ in 0..<$0 { use(sharedClock()) } }
    }

    /// Looks up an existing singleton.
    var lookup: Side.Loop {
        let injector = injector
        return { for _ in 0..<$0 { use(injector.instance(for: (any Clock).self)) } }
    }

    /// Looks up a new instance.
    var construction: Side.Loop {
        let injector = injector
        return { for _ in 0..<$0 { use(injector.instance(for: (any Message).self)) } }
    }
}

/// Binds services that are never requested.
private func bindOthers(_ count: Int, in injector: Injector) {
    func bind<Other: OtherService>(_: Other.Type) {
        injector.bind(Other.self, to: .make { Other() })
    }
    for type in otherServices(count) { bind(type) }
}

/// Makes the singletons in advance, because an override would make its own.
private func makeSingletons(in injector: Injector) {
    use(injector.instance(for: (any Clock).self))
    use(injector.instance(for: (any Calendar).self))
}
