import Testing
import Wormer

/// A binding that fails, one for each reason of `InjectionError`.
enum FailingBinding: CaseIterable {
    case notBound, doesNotConform, cycle, factoryThrew, wrongIsolation
    case needsAwaiting, scopeNotOpen, scopeEndsSynchronously, notAnObject, injectorReleased

    /// Binds and runs `request` on a separate thread in an open scope.
    private func run(_ request: @escaping @Sendable (Injector) -> Void) {
        let injector = Injector(parent: nil)
        bind(in: injector)
        onThreads(1) { _ in
            try? injector.withScope(Scope("sale")) { request(injector) }
        }
    }

    /// The error that a request throws.
    var error: InjectionError? {
        let caught = Shared<InjectionError?>(nil)
        run { injector in
            let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Unrelated.self) }
            caught.change { $0 = error }
        }
        return caught.value
    }

    /// Makes a forced request, which ends the process.
    func force() {
        run { injector in _ = injector.instance(for: Unrelated.self) }
    }

    private func bind(in injector: Injector) {
        switch self {
        case .notBound: break
        case .doesNotConform: injector.bindUnchecked(Unrelated.self) { 1 }
        case .cycle:
            injector.bind(
                Unrelated.self,
                to: .make { [unowned injector] in try injector.throwingInstance(for: Unrelated.self) }
            )
        case .factoryThrew:
            injector.bind(Unrelated.self, to: .make { throw PlannedFailure(description: "no network") })
        case .wrongIsolation:
            injector.bind(Unrelated.self, to: .onMainActor { Unrelated() })
        case .needsAwaiting:
            injector.bind(Unrelated.self, to: .async { () async in Unrelated() })
        case .scopeNotOpen:
            let scope = Scope("request")
            injector.bind(Unrelated.self, lifetime: .scope(scope), to: .make { Unrelated() })
        case .scopeEndsSynchronously:
            injector.bind(
                Unrelated.self,
                lifetime: .scope(Scope("sale")),
                to: .make { Unrelated() }.onEnd { (_: Unrelated) async in }
            )
        case .notAnObject:
            // The implementation is known only after the initializer has run.
            let factory = Factory.make { Unrelated() }
            injector.bind(Key(Unrelated.self), Any.self, .weak, to: factory.body, at: CodeLocation())
        case .injectorReleased:
            let provider = Injector(parent: nil).instance(for: Provider<Unrelated>.self)
            injector.bind(Unrelated.self, to: .make { try provider.get() })
        }
    }
}
