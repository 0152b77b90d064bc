import Foundation
import Testing

@testable import Wormer
import WormerGraph

@Suite("Lookups in an override agree on one instance while other lookups run outside")
struct OverrideAgreementTests {
    private final class Part: Sendable {}

    /// One injector with an override, and the results of two requests in the override.
    private struct Round: Sendable {
        let injector = Injector(parent: nil)
        let layer = Override()
        let parts = Shared<[Part]>([])
        let start = Shared(0)

        init() { injector.bind(Part.self, lifetime: .singleton, to: .make { Part() }) }

        func run(isInside: Bool) {
            start.increment()
            start.spin(until: 3)
            if isInside {
                let part = inOverride(layer) { injector.instance(for: Part.self) }
                parts.change { $0.append(part) }
            } else {
                _ = injector.instance(for: Part.self)
            }
        }
    }

    @Test("Dropping instances in an override also hides an outer instance that is newer than the override")
    func dropping() {
        let injector = Injector(parent: nil)
        let mayFail = Shared(true)
        injector.bindMake(Part.self, lifetime: .singleton) {
            if mayFail.value { throw CancellationError() }
            return Part()
        }
        let (layer, early) = (Override(), Override())
        inOverride(early) { #expect(injector.safeInstance(for: Part.self) == nil) }
        mayFail.change { $0 = false }
        let outside = injector.instance(for: Part.self)
        // The first look, which failed, has decided.
        inOverride(early) { #expect(injector.instance(for: Part.self) !== outside) }
        inOverride(layer) {
            #expect(injector.instance(for: Part.self) === outside)
            // A nested override sees the same instance.
            inOverride(Override()) { #expect(injector.instance(for: Part.self) === outside) }
            injector.registry.reset(.singleton)
            #expect(injector.instance(for: Part.self) !== outside)
        }
        #expect(injector.instance(for: Part.self) === outside)
    }

    @Test("Dropping instances in an override also hides an outer instance that is under construction")
    func droppingWhileMade() {
        underWatchdog {
            let injector = Injector(parent: nil)
            let (mayFail, stage) = (Shared(true), Shared(0))
            injector.bindMake(Part.self, lifetime: .singleton) {
                if mayFail.value { throw CancellationError() }
                if stage.increment() == 0 { stage.spin(until: 2) }
                return Part()
            }
            let layer = Override()
            inOverride(layer) { #expect(injector.safeInstance(for: Part.self) == nil) }
            mayFail.change { $0 = false }
            let outside = Shared<Part?>(nil)
            let thread = DispatchGroup()
            thread.enter()
            Thread {
                let part = injector.instance(for: Part.self)
                outside.change { $0 = part }
                thread.leave()
            }.start()
            stage.spin(until: 1)
            inOverride(layer) { injector.registry.reset(.singleton) }
            stage.increment()
            thread.wait()
            inOverride(layer) { #expect(injector.instance(for: Part.self) !== outside.value) }
        }
    }

    @Test("An error that reads the main injector does not freeze the state that an override sees")
    func errors() async {
        let (injector, layer) = (Injector(parent: nil), Override())
        inOverride(layer) {
            _ = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: LatePart.self) }
        }
        // A test that binds for all tests gets a warning.
        await Task.detached { Injector.default.bind(LatePart.self, to: .make { LatePart() }) }.value
        defer { Injector.default.unbind(LatePart.self) }
        inOverride(layer) { #expect(Injector.default.safeInstance(for: LatePart.self) != nil) }
    }

    @Test("All lookups in an override return the same singleton while a thread outside first creates it")
    func agreement() {
        underWatchdog {
            let rounds = (0..<10_000).map { _ in Round() }
            let threads = DispatchGroup()
            for number in 0..<3 {
                threads.enter()
                Thread {
                    rounds.forEach { $0.run(isInside: number > 0) }
                    threads.leave()
                }.start()
            }
            threads.wait()
            for round in rounds {
                #expect(round.parts.value.count == 2 && round.parts.value[0] === round.parts.value[1])
            }
        }
    }

    @Test(
        "A nested override keeps one instance while the outer override constructs its own",
        arguments: [Lifetime.singleton, .scope(.job)]
    )
    func nested(lifetime: Lifetime) throws {
        try underWatchdog {
            let injector = Injector(parent: nil)
            let stage = Shared(0)
            injector.bindMake(Part.self, lifetime: lifetime) {
                if stage.increment() == 0 { stage.spin(until: 3) }
                return Part()
            }
            try injector.withScope(.job) {
                let (scope, outer) = (OpenedScope.innermost, Override())
                let thread = DispatchGroup()
                thread.enter()
                Thread {
                    Context.new { $0.scope = scope }.run { inOverride(outer) { _ = injector.instance(for: Part.self) } }
                    thread.leave()
                }.start()
                stage.spin(until: 1)
                let inner = inOverride(outer) { Override() }
                let outside = injector.instance(for: Part.self)
                let first = inOverride(inner) { injector.instance(for: Part.self) }
                stage.spin(until: 2)
                stage.change { $0 = 3 }
                thread.wait()
                let second = inOverride(inner) { injector.instance(for: Part.self) }
                #expect(first === second)
                #expect(first !== outside)
            }
        }
    }

    /// An identifier that runs `action` when `count` reaches zero, to which each comparison adds one for both identifiers.
    private func fuse(_ count: Shared<Int>, _ action: @escaping @Sendable () -> Void) -> CallingID {
        CallingID { if $0 == .equality, count.increment() == -1 { action() } }
    }

    @Test("A binding that is removed in an override during a lookup creates nothing outside", arguments: 1...9)
    func unboundMeanwhile(comparisons: Int) {
        let injector = Injector(parent: nil)
        let count = Shared(Int.min)
        let id = fuse(count) { injector.unbind(Part.self, id: fuse(count) {}) }
        injector.bind(Part.self, id: id, lifetime: .singleton, to: .make { Part() })
        inOverride {
            count.change { $0 = -2 * comparisons }
            _ = injector.safeInstance(for: Part.self, id: id)
            let hasUnbound = count.value >= 0
            count.change { $0 = Int.min }
            #expect(injector.isBound(Part.self, id: id) != hasUnbound)
        }
        #expect(injector.graph.nodes.map(\.hasInstance) == [false])
    }

    @Test("Each contribution is given once if those in an override are removed during the lookup")
    func contributionsRemovedMeanwhile() {
        let injector = Injector(parent: nil)
        let count = Shared(Int.min)
        let id = fuse(count) { injector.unbindAll() }
        let contribute = {
            injector.contribute(to: Part.self, id: id, .make { Part() })
            for number in 1...16 {
                injector.contribute(to: Part.self, id: number, .make { Part() })
            }
        }
        contribute()
        inOverride {
            contribute()
            count.change { $0 = -1 }
            let parts: [Part] = injector.instances()
            count.change { $0 = Int.min }
            #expect(parts.count == 17)
        }
    }

    @Test("A decorator that is registered in an override while a binding is made there is kept", arguments: 1...9)
    func decoratedMeanwhile(comparisons: Int) {
        let injector = Injector(parent: nil)
        let (count, decorated) = (Shared(Int.min), Shared(0))
        let id = fuse(count) {
            injector.decorate(Part.self, id: fuse(count) {}) { (part: Part) in
                decorated.increment()
                return part
            }
        }
        injector.decorate(Part.self, id: id) { $0 }
        inOverride {
            count.change { $0 = -2 * comparisons }
            injector.bind(Part.self, id: id, to: .make { Part() })
            let hasDecorated = count.value >= 0
            count.change { $0 = Int.min }
            _ = injector.instance(for: Part.self, id: id)
            #expect(decorated.value == (hasDecorated ? 1 : 0))
        }
    }
}

private struct LatePart: Sendable {}
