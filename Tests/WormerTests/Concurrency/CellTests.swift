import TestSupport
import Testing

@testable import Wormer

@Suite("Cells keep the right bindings and instances through unusual orders of changes")
struct CellTests {
    private protocol Part: AnyObject {}
    private final class One: Part {}
    private final class Two: Part {}

    private final class Weak: @unchecked Sendable {
        // Used by one thread.
        weak var one: One?
    }

    private let injector = Injector(parent: nil)

    private var parts: [any Part] { injector.instances() }

    @Test("A contribution with a decorator that is unbound and contributed again comes last")
    func decoratedContribution() {
        // Its cell stayed among the contributions, because of the decorator.
        injector.contribute(to: (any Part).self, id: "one", .make { One() })
        injector.contribute(to: (any Part).self, id: "two", .make { Two() })
        injector.decorate((any Part).self, id: "one") { $0 }
        injector.unbind((any Part).self, id: "one")
        injector.contribute(to: (any Part).self, id: "one", .make { One() })
        #expect(parts.map { $0 is One } == [false, true])
    }

    @Test("A decorated contribution that is unbound and then bound is no contribution any more")
    func decoratedBinding() {
        injector.contribute(to: (any Part).self, id: "one", .make { One() })
        injector.decorate((any Part).self, id: "one") { $0 }
        injector.unbind((any Part).self, id: "one")
        injector.bind((any Part).self, id: "one", to: .make { One() })
        #expect(parts.isEmpty)
    }

    @Test("A contribution that is removed while others are created is not replaced by the parent's")
    func removedContribution() {
        // The parent's kept instance of the same identifier was given in its place.
        injector.contribute(to: (any Part).self, id: "two", lifetime: .singleton, .make { Two() })
        let child = Injector(parent: injector)
        let factory = Factory<any Part>.make { injector in
            injector.unbind((any Part).self, id: "two")
            return One()
        }
        child.contribute(to: (any Part).self, factory)
        child.contribute(to: (any Part).self, id: "two", lifetime: .singleton, .make { Two() })
        #expect(child.instances(for: (any Part).self).map { $0 is One } == [false, true])
    }

    @Test("What an override has decided on stays among the contributions after it was unbound outside")
    func decidedContribution() {
        // A lookup by the identifier found it, an array did not.
        injector.contribute(to: (any Part).self, id: "one", lifetime: .singleton, .make { One() })
        injector.contribute(to: (any Part).self, id: "two", .make { Two() })
        inOverride(Override()) {
            _ = injector.instance(for: (any Part).self, id: "one")
            _ = inOverride(nil) { injector.unbind((any Part).self, id: "one") }
            #expect(parts.map { $0 is One } == [true, false])
        }
    }

    @Test("A lookup that an override refuses during a construction leaves the slot outside alone")
    func refusedInOverride() throws {
        // The slot outside was ended instead of the override's, because both have the same owner.
        let visit = Scope("visit")
        injector.bindMake(One.self, lifetime: .scope(visit)) { injector in
            inOverride(Override()) { #expect(injector.safeInstance(for: One.self) == nil) }
            return One()
        }
        try injector.withScope(visit) {
            let one: One = injector.instance()
            #expect((injector.instance() as One) === one)
        }
    }

    @Test("An override does not keep what is shared within one lookup")
    func resolutionInOverride() {
        injector.bind(One.self, lifetime: .resolution, to: .make { One() })
        let override = Override()
        let kept = Weak()
        inOverride(override) {
            injector.bindMake(String.self) { injector in
                let one: One = injector.instance()
                kept.one = one
                return "one"
            }
            let _: String = injector.instance()
            #expect(kept.one == nil)
        }
    }

    @Test("The deinit of an instance that one lookup shares finds the singleton for which it was created")
    func deinitOfShared() {
        // It was released while the slot of the singleton was still claimed.
        final class Caller {
            let injector: Injector
            init(_ injector: Injector) { self.injector = injector }
            deinit { #expect(throws: Never.self) { _ = try injector.throwingInstance(for: One.self) } }
        }
        injector.bind(Caller.self, lifetime: .resolution, to: .make { Caller($0) })
        injector.bindMake(One.self, lifetime: .singleton) { injector in
            let _: Caller = injector.instance()
            return One()
        }
        let one: One = injector.instance()
        #expect((injector.instance() as One) === one)
    }

    @Test("An ended scope still hides the session of another account after it was ended again")
    func hiddenSession() async throws {
        // It forgot the session around it, so lookups found one that began later.
        let session = Scope("session")
        let visit = Scope("visit.inside", inside: session)
        injector.bind(One.self, lifetime: .scope(session), to: .make { One() })
        let account = try injector.open(session)
        let inner = try account.run { try injector.open(visit) }
        try await account.end()
        try await inner.end()
        try injector.begin(session)
        _ = inner.run { #expect(throws: InjectionError.self) { try injector.throwingInstance(for: One.self) } }
        try await injector.end(session)
    }
}

#if os(macOS) || os(Linux)
    extension CellTests {
        @Test("An identifier is unbound on one thread while overrides on others bind it")
        func unboundMeanwhile() async {
            // Optimized code released the cell before it had its lock, and then locked memory that others used.
            await #expect(processExitsWith: .success) {
                let injector = Injector(parent: nil)
                underWatchdog(seconds: 120) {
                    onThreads(4) { thread in
                        inOverride(thread == 0 ? nil : Override()) {
                            for _ in 0..<50_000 {
                                injector.bind(One.self, id: "one", to: .make { One() })
                                if thread == 0 {
                                    injector.unbind(One.self, id: "one")
                                }
                            }
                        }
                    }
                }
            }
        }
    }
#endif
