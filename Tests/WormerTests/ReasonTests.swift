import Foundation
import Testing
import Wormer

/// A binding that cannot be made, one for each reason of `InjectionError`.
enum Mistake: String, CaseIterable, Codable, Sendable {
    case notBound, doesNotConform, cycle, initializerThrew, wrongIsolation
    case needsAwaiting, scopeNotOpen, scopeEndsSynchronously, notAnObject, injectorIsGone

    /// Binds wrongly, and asks on a thread of its own.
    func run(_ ask: @escaping @Sendable (Injector) -> Void) {
        let injector = Injector(parent: nil)
        bind(in: injector)
        onThreads(1) { _ in
            try? injector.withScope(Scope("sale")) { ask(injector) }
        }
    }

    /// What the request ends with.
    var error: InjectionError? {
        let caught = Shared<InjectionError?>(nil)
        run { injector in
            let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Unrelated.self) }
            caught.change { $0 = error }
        }
        return caught.value
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
        case .initializerThrew:
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
            // What it makes is known only when it is made.
            injector.bind(Key(Unrelated.self), Any.self, .weak, to: .make { Unrelated() }, at: CodeLocation())
        case .injectorIsGone:
            let provider = Injector(parent: nil).instance(for: Provider<Unrelated>.self)
            injector.bind(Unrelated.self, to: .make { try provider.get() })
        }
    }
}

@Suite("Reasons, each in words")
struct ReasonTests {
    @Test("The forced lookup ends the process with the text that is thrown otherwise", arguments: Mistake.allCases)
    func forced(mistake: Mistake) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
            mistake.run { injector in _ = injector.instance(for: Unrelated.self) }
        }
        let text = try #require(mistake.error).description.withoutLocations
        #expect(result?.said(text) == true, "\(text)")
    }

    @Test("Made asynchronously: the request has to be awaited")
    func needsAwaiting() {
        #expect(
            Mistake.needsAwaiting.error?.description.withoutLocations == """
                Cannot inject Unrelated: it is made asynchronously, and the request cannot wait for it.
                  asked for at  WormerTests/ReasonTests.swift:LINE
                  to do         Ask with 'try await asyncInstance(for:)'; once made, what is shared can be had \
                synchronously too.
                """
        )
    }

    @Test("A scope that is not open: which one, and how it is opened")
    func scopeNotOpen() {
        #expect(
            Mistake.scopeNotOpen.error?.description.withoutLocations == """
                Cannot inject Unrelated: it is bound for the scope 'request', which is not open here.
                  asked for at  WormerTests/ReasonTests.swift:LINE
                  to do         Ask inside withScope(Scope("request")) { ... }, in the task that opens it or in a \
                child of that task.
                """
        )
    }

    @Test("A scope that cannot wait for what ends the instance")
    func scopeEndsSynchronously() {
        #expect(
            Mistake.scopeEndsSynchronously.error?.description.withoutLocations == """
                Cannot inject Unrelated: its 'onEnd' has to be awaited, and the scope 'sale' was opened where nothing \
                can be.
                  asked for at  WormerTests/ReasonTests.swift:LINE
                  to do         Open the scope with 'try await withScope', or give an 'onEnd' that need not be awaited.
                """
        )
    }

    @Test("Weak, and what was made is a value")
    func notAnObject() {
        #expect(
            Mistake.notAnObject.error?.description.withoutLocations == """
                Cannot inject Unrelated: its lifetime is weak, and what was made for it, a WormerTests.Unrelated, is \
                not an object of a class.
                  asked for at  WormerTests/ReasonTests.swift:LINE
                  to do         Make Unrelated a class, or bind it with another lifetime.
                """
        )
    }

    @Test("A near miss of the same name is told apart by its full name")
    func sameName() {
        let injector = Injector(parent: nil)
        injector.bind(Elsewhere.Unrelated.self, to: .make { .init() })
        let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Unrelated.self) }
        #expect(
            error?.nearMisses.map(\.description.withoutLocations) == [
                "WormerTests.Elsewhere.Unrelated, which is another type, bound at WormerTests/ReasonTests.swift:LINE"
            ]
        )
    }

    @Test("A lifetime that the implementation cannot have ends the process where it is bound")
    func lifetimes() async {
        let weak = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let injector = Injector(parent: nil)
            injector.bind(Any.self, lifetime: .weak, to: .value(Unrelated()))
        }
        #expect(
            weak?.said(
                """
                Cannot bind Unrelated with the lifetime weak: it is not a class, so nobody can hold it.
                  bound at  WormerTests/ReasonTests.swift:LINE
                  to do     Make Unrelated a class, or bind it with another lifetime.
                """
            ) == true
        )
        let ending = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let injector = Injector(parent: nil)
            injector.bind(Unrelated.self, to: .make { Unrelated() }.onEnd { (_: Unrelated) in })
        }
        #expect(
            ending?.said(
                """
                Cannot bind Unrelated with an 'onEnd' and the lifetime transient: nothing tells when that ends.
                  bound at  WormerTests/ReasonTests.swift:LINE
                  to do     Leave 'onEnd' out, or bind it as a singleton or in a scope.
                """
            ) == true
        )
    }
}

enum Elsewhere {
    struct Unrelated {}
}

extension ExitTest.Result {
    /// Whether the process ended with a text.
    fileprivate func said(_ text: String) -> Bool {
        String(decoding: standardErrorContent, as: UTF8.self).withoutLocations
            .contains("WormerTests/ReasonTests.swift:LINE: Fatal error: \(text)\n")
    }
}
