import Testing
import Wormer

#if os(macOS) || os(Linux)
    @Suite("A factory that replaces the main injector can still use the injector that it received")
    struct MainReplacementTests {
        @Test("The binding belongs to a parent of the replaced main injector")
        func parent() async {
            await #expect(processExitsWith: .success) { replaceMain(inParent: true) { _ in } }
        }

        @Test("The factory replaces its own binding first")
        func ownBinding() async {
            await #expect(processExitsWith: .success) {
                replaceMain(inParent: false) { $0.bind(String.self, to: .make { "another" }) }
            }
        }

        @Test("An override replaces its main injector")
        func override() async {
            await #expect(processExitsWith: .success) { inOverride { replaceMain(inParent: true) { _ in } } }
        }

        @Test("Another thread replaces the binding first")
        func otherThread() async {
            await #expect(processExitsWith: .success) {
                replaceMain(inParent: false) { injector in
                    let injector = Unmanaged.passUnretained(injector)
                    onThreads(1) { _ in
                        injector._withUnsafeGuaranteedRef { $0.bind(String.self, to: .make { "another" }) }
                    }
                }
            }
        }
    }

    /// Requests a transient from the main injector, whose factory replaces that injector.
    private func replaceMain(inParent: Bool, first change: @escaping @Sendable (Injector) -> Void) {
        let isReplacing = Shared(false)
        bindInNewMain(inParent: inParent, isReplacing, change)
        // The second request takes the fast path, which retains neither the binding nor the injector.
        precondition(Injector.default.instance(for: String.self) == "42")
        isReplacing.change { $0 = true }
        precondition(Injector.default.instance(for: String.self) == "42")
    }

    @inline(never)
    private func bindInNewMain(
        inParent: Bool,
        _ isReplacing: Shared<Bool>,
        _ change: @escaping @Sendable (Injector) -> Void
    ) {
        let parent = Injector(parent: nil)
        let injector = inParent ? Injector(parent: parent) : parent
        parent.bind(Int.self, lifetime: .singleton, to: .make { 42 })
        parent.bindMake(String.self) { injector in
            weak var weak: Injector?
            weak = injector
            if isReplacing.value {
                change(injector)
                Main.current = Main(injector: Injector(parent: nil), facade: nil)
            }
            precondition(weak != nil, "The injector was released while the factory used it.")
            return "\(injector.instance(for: Int.self))"
        }
        Main.current = Main(injector: injector, facade: nil)
    }
#endif
