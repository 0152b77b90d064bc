import Fixtures
import Fusion
import Wormer

/// The rows, and the injectors that they use: each holds 50 other bindings.
struct Suite {
    /// The main container.
    let container = Container()

    /// The injector of the main container, where closures ask `Injector.default` for what they need.
    let injector: Injector

    /// An injector whose parameters are resolved by their types.
    let wired: Injector

    /// A container that holds 10,000 other bindings.
    static let crowded = {
        let container = Container()
        bindOthers(10_000, in: container.injector)
        bindFixtures(in: container.injector)
        makeSingletons(in: container.injector)
        return container
    }()

    init() {
        injector = container.injector
        Container.main = container
        bindOthers(50, in: injector)
        bindFixtures(in: injector)
        MainActor.assumeIsolated { [injector] in bindScreen(in: injector) }
        makeSingletons(in: injector)
        wired = Container().injector
        bindOthers(50, in: wired)
        wireApplication(in: wired)
    }

    var rows: [Row] {
        singletonRows + transientRows + otherLifetimeRows + wrapperRows + graphRows + registryRows + overrideRows
            + scopeRows + asyncRows + asyncScopeRows + threadRows + bystanderRows
    }

    // MARK: - What several rows are held against

    /// Reads a constant.
    var constant: Side.Loop {
        { for _ in 0..<$0 { use(sharedClock()) } }
    }

    /// Requests a singleton that is made.
    var lookup: Side.Loop {
        let injector = injector
        return { for _ in 0..<$0 { use(injector.instance(for: (any Clock).self)) } }
    }

    /// Requests a new instance.
    var construction: Side.Loop {
        let injector = injector
        return { for _ in 0..<$0 { use(injector.instance(for: (any Message).self)) } }
    }
}

/// Makes the singletons that rows request inside an override, too: there they would be made for the override only.
private func makeSingletons(in injector: Injector) {
    use(injector.instance(for: (any Clock).self))
    use(injector.instance(for: (any Calendar).self))
}
