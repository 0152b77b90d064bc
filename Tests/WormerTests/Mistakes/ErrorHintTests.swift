import TestSupport
import Testing
import WormerGraph

@testable import Wormer

@Suite("An error searches for what its message adds when it is first read")
struct ErrorHintTests {
    private let injector = Injector(parent: nil)

    /// Returns what a function throws, whose message isn't read. (`#expect` would read it.)
    private func thrown<Failure: Error>(_ type: Failure.Type, by body: () throws -> Void) throws -> Failure {
        do { try body() } catch let error as Failure { return error }
        throw PlannedFailure(description: "no error was thrown")
    }

    private func failure(_ lookup: () throws -> Void) throws -> InjectionError {
        try thrown(InjectionError.self, by: lookup)
    }

    @Test("The near misses are those of the moment in which they are first read, and stay the same")
    func moment() throws {
        let error = try failure { _ = try injector.throwingInstance(for: Double.self, id: "crad") }
        injector.bind(Double.self, id: "card", to: .value(1))
        let message = "\(error)"
        #expect(message.contains("Double (id: \"card\")") && error.nearMisses.map(\.identifier) == ["card"])
        injector.unbind(Double.self, id: "card")
        #expect("\(error)" == message && error.nearMisses.count == 1)
    }

    @Test("What has been bound since the lookup is no near miss of it")
    func boundSince() throws {
        let errors = try [
            failure { _ = try injector.throwingInstance(for: Double.self) },
            failure { _ = try injector.throwingInstance(for: Double.self, id: 1) },
            failure { _ = try injector.throwingInstance(named: "pi") as Float },
        ]
        injector.bind(Double.self, to: .value(1))
        injector.bindInterface(named: "pi", toImplementation: Float.self) { 3 }
        #expect(errors.map { $0.nearMisses.map(\.identifier) } == [[], [nil], []])
        injector.bind(Double.self, id: 1, to: .value(1))
        #expect(try failure { _ = try injector.throwingInstance(for: Double.self, id: 2) }.nearMisses.count == 2)
    }

    @Test("An error about a scope lists the values that the scope takes when it is read")
    func values() throws {
        let scope = Scope("scope of hints")
        injector.bind(Piece.self, lifetime: .scope(scope), to: .make { Piece() })
        let error = try failure { _ = try injector.throwingInstance(for: Piece.self) }
        let other = try thrown(ScopeError.self) { try injector.begin(Scope("inner of hints", inside: scope)) }
        injector.bind(Double.self, lifetime: .scope(scope), to: .provided)
        let call = "injector.begin(Scope(\"scope of hints\"), providing: <#Double#>)"
        #expect("\(error)".contains(call) && "\(other)".contains(call))
    }

    private func bind(_ count: Int, in injector: Injector, _ compared: Tally) {
        for number in 0..<count {
            injector.bind(Double.self, id: ErrorHintTests.id(number, compared), to: .value(1))
            let missing = Argument<Double>.id("missing \(number)")
            injector.bind(
                Int.self,
                id: ErrorHintTests.id(number, compared),
                to: .using({ (_: Double) in 1 }, missing)
            )
        }
    }

    private static func id(_ number: Int, _ compared: Tally) -> CallingID {
        CallingID(number, hash: number) { if $0 == .equality { compared.increment() } }
    }

    /// Returns how many identifiers a function compares in an override, whose bindings a search compares with those outside.
    private func comparisons(among count: Int, of body: (Injector) throws -> Void) rethrows -> Int {
        let (injector, compared) = (Injector(parent: nil), Tally())
        bind(count, in: injector, compared)
        return try inOverride(Override()) {
            bind(count, in: injector, compared)
            let before = compared.count
            try body(injector)
            return compared.count - before
        }
    }

    @Test("A failing lookup that nobody prints compares no identifiers, however many there are")
    func failingLookups() throws {
        let scope = Scope("scope of hints")
        let unread = try comparisons(among: 100) { injector in
            injector.bind(Piece.self, lifetime: .scope(scope), to: .make { Piece() })
            _ = try failure { _ = try injector.throwingInstance(for: Double.self, id: -1) }
            _ = try failure { _ = try injector.throwingInstance(named: "unknown") as Double }
            _ = try failure { _ = try injector.throwingInstance(for: Piece.self) }
            _ = try thrown(ScopeError.self) { try injector.begin(Scope("inner of hints", inside: scope)) }
        }
        #expect(unread == 0)
        let read = comparisons(among: 100) { injector in
            let error = #expect(throws: InjectionError.self) {
                try injector.throwingInstance(for: Double.self, id: -1)
            }
            #expect(error?.nearMisses.count == 3)
        }
        #expect(read > 0)
    }

    @Test("A verification searches the bindings for all interfaces that are not bound at once")
    func verification() {
        func comparisons(among count: Int) -> Int {
            self.comparisons(among: count) { injector in
                let error = #expect(throws: VerificationError.self) { try injector.verify() }
                #expect(error?.faults.count == count)
                #expect(error?.faults.first?.description.contains("near misses") == true)
            }
        }
        #expect(comparisons(among: 80) < 5 * comparisons(among: 20))
    }

    // MARK: - What an error keeps

    @Test("An error keeps no instance of a released injector, and ends no scope later, but knows the bindings")
    func releasedInjector() async throws {
        let journal = Journal()
        let scope = Scope("scope of hints")
        func fail() throws -> InjectionError {
            let injector = Injector(parent: nil)
            injector.bindMake(Piece.self, lifetime: .singleton) { Piece("singleton", journal) }
            injector.bindPiece("scoped", .scope(scope), id: 1, journal)
            injector.bind(Double.self, id: "card", to: .value(1))
            try injector.begin(scope)
            _ = injector.instance(for: Piece.self)
            _ = injector.instance(for: Piece.self, id: 1)
            return try failure { _ = try injector.throwingInstance(for: Double.self, id: "crad") }
        }
        let error = try fail()
        #expect(journal.entries.contains("singleton gone"))
        #expect(await eventually { journal.entries.contains("scoped ended") })
        #expect(error.nearMisses.map(\.identifier) == ["card"])
    }

    @Test("An error keeps no instance of an override that is over, but knows the bindings")
    func endedOverride() throws {
        let journal = Journal()
        let injector = Injector(parent: nil)
        let error = try Override().run {
            injector.bindMake(Piece.self, lifetime: .singleton) { Piece("singleton", journal) }
            injector.bind(Double.self, id: "card", to: .value(1))
            _ = injector.instance(for: Piece.self)
            return try failure { _ = try injector.throwingInstance(for: Double.self, id: "crad") }
        }
        #expect(journal.entries == ["singleton gone"])
        #expect(error.nearMisses.map(\.identifier) == ["card"])
    }

    @Test("An error of one injector keeps no instance of others, neither in its override nor around it")
    func otherInjectors() throws {
        let journal = Journal()
        func bind(_ name: String, in injector: Injector) {
            injector.bindMake(Piece.self, lifetime: .singleton) { Piece(name, journal) }
            _ = injector.instance(for: Piece.self)
        }
        func fail() throws -> InjectionError {
            let parent = Injector(parent: nil)
            let child = Injector(parent: parent)
            bind("outside", in: parent)
            return try Override().run {
                bind("other", in: Injector(parent: nil))
                bind("known before", in: injector)
                bind("parent", in: parent)
                return try Override().run {
                    bind("nested", in: parent)
                    return try failure { _ = try child.throwingInstance(for: Double.self) }
                }
            }
        }
        let error = try fail()
        let gone = ["known before gone", "nested gone", "other gone", "outside gone", "parent gone"]
        #expect(journal.entries.sorted() == gone)
        #expect(error.nearMisses.isEmpty)
    }

    private final class Model: @unchecked Sendable {
        // Used by one thread.
        var failure: (any Error)?
    }

    @Test("An instance that keeps an error of its own injector is released with the injector")
    func cycle() {
        weak var model: Model?
        do {
            let injector = Injector(parent: nil)
            injector.bind(Model.self, lifetime: .singleton, to: .make { Model() })
            let kept = injector.instance(for: Model.self)
            model = kept
            do { _ = try injector.throwingInstance(for: Double.self) } catch { kept.failure = error }
        }
        #expect(model == nil)
    }
}
