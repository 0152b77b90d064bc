import Foundation
import Testing
import Wormer

@Suite("A deinit can call the injector")
struct DeinitTests {
    @Test("A deinit can call the parent of a released injector, and the injector of a released override")
    func gone() {
        underWatchdog {
            let injector = Injector(parent: nil)
            let deinits = Shared(0)
            do {
                let child = Injector(parent: injector)
                bindWithDeinit(in: child, to: injector, deinits, automatic: true)
                _ = child.instance(for: Product.self)
            }
            #expect(isSoon { deinits.value == 1 })
            #expect(injector.safeInstance(for: String.self) == "from a deinit")

            injector.unbindAll()
            do {
                let layer = Override()
                inOverride(layer) {
                    let override = ObjectIdentifier(layer)
                    bindWithDeinit(in: injector, to: injector, deinits, automatic: true, after: override)
                    _ = injector.instance(for: Product.self)
                }
            }
            #expect(isSoon { deinits.value == 2 })
            #expect(injector.safeInstance(for: String.self) == "from a deinit")
            #expect(!injector.isBound(Product.self))
        }
    }

    /// Binds a singleton whose deinit calls `listener` in several ways, and an `Int` that the deinit requests.
    ///
    /// With `automatic`, the deinit binds outside every override: the thread that releases the instance may be in
    /// the override of another test. It runs after the end of `override`, if that is given.
    private func bindWithDeinit(
        in injector: Injector,
        to listener: Injector,
        _ deinits: Shared<Int>,
        automatic: Bool = false,
        after override: ObjectIdentifier? = nil
    ) {
        listener.bind(Int.self, lifetime: .singleton, to: .make { 1 })
        injector.bindMake(Product.self, lifetime: .singleton) {
            Product { [unowned listener] in
                _ = listener.safeInstance(for: Int.self)
                _ = listener.safeInstance(for: Product.self)
                _ = listener.isBound(Product.self)
                #expect(override == nil || Context.override.map { ObjectIdentifier($0) } != override)
                inOverride(automatic ? nil : Context.override) {
                    listener.bind(String.self, to: .make { "from a deinit" })
                }
                listener.unbind(Int.self)
                listener.registry.reset(.transient)
                inOverride(Override()) { _ = listener.safeInstance(for: Int.self) }
                deinits.increment()
            }
        }
    }
}

#if os(macOS) || os(Linux)
    extension DeinitTests {
        // In a process of its own: a reader of another test could delay the release until its own thread, which is not
        // inside the override, runs the deinit.
        @Test("The deinit of a removed instance can call its injector")
        func removed() async {
            await #expect(processExitsWith: .success) {
                for removal in Removal.allCases {
                    for insideAnOverride in [false, true] {
                        underWatchdog {
                            let injector = Injector(parent: nil)
                            let deinits = Shared(0)
                            inOverride(insideAnOverride ? Override() : nil) {
                                DeinitTests().bindWithDeinit(in: injector, to: injector, deinits)
                                _ = injector.instance(for: Product.self)
                                #expect(deinits.value == 0)
                                removal.apply(to: injector)
                                #expect(deinits.value == 1)
                                #expect(injector.safeInstance(for: String.self) == "from a deinit")
                                #expect(injector.safeInstance(for: Int.self) == nil)
                            }
                        }
                    }
                }
            }
        }

        @Test("The deinit of an identifier that an initializer created for a lookup can call the injector")
        func identifiers() async {
            await #expect(processExitsWith: .success) {
                underWatchdog(seconds: 10) {
                    let injector = Injector(parent: nil)
                    let barrier = Barrier(2)
                    injector.bindMake(Int.self) { [unowned injector] in
                        let identifier = CallingID(.random(in: 0...(.max))) { [unowned injector] call in
                            if call == .deinitialization { _ = injector.isBound(Int.self) }
                        }
                        _ = injector.safeInstance(for: String.self, id: identifier)
                        barrier.arrive()
                        return 1
                    }
                    onThreads(2) { _ in _ = injector.instance(for: Int.self) }
                    injector.unbindAll()
                }
            }
        }

        @Test("The deinit of an onEnd's error that nobody asked for can call the injector")
        func forgottenErrors() async {
            await #expect(processExitsWith: .success) {
                final class Failure: Error, @unchecked Sendable {
                    let onDeinit: @Sendable () -> Void
                    init(_ onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }
                    deinit { onDeinit() }
                }
                await underWatchdog(seconds: 60) {
                    let injector = Injector(parent: nil)
                    let deinits = Shared(0)
                    injector.bindMake(Int.self, lifetime: .singleton) {
                        1
                    } onEnd: { [weak injector] _ in
                        throw Failure { [weak injector] in
                            try? injector?.begin(.request)
                            deinits.increment()
                        }
                    }
                    injector.decorate(Int.self) { _ in throw PlannedFailure(description: "planned") }
                    for _ in 0..<150 {
                        #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Int.self) }
                    }
                    #expect(await eventually { deinits.value >= 50 })
                }
            }
        }
    }
#endif
