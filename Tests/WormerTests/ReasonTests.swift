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
        // The place of the request stands before the text.
        let text = try #require(mistake.error).description.withoutLocations
            .replacing(/\n  requested at  .*/, with: "")
            // The process is no task.
            .replacing("try await injector.with", with: "try injector.with")
        #expect(result?.said(text) == true, "\(text)")
    }

    @Test("Made asynchronously: the request has to be awaited")
    func needsAwaiting() {
        #expect(
            Mistake.needsAwaiting.error?.description.withoutLocations == """
                Cannot inject Unrelated: it is made asynchronously, and the request cannot wait for it.
                  requested at  WormerTests/ReasonTests.swift:LINE
                  bound at      WormerTests/ReasonTests.swift:LINE
                  to do         Wait for it; a shared instance that exists needs no waiting:
                                try await injector.asyncInstance(for: Unrelated.self)
                """
        )
    }

    @Test("A scope that is not open: which one, and how it is opened")
    func scopeNotOpen() {
        #expect(
            Mistake.scopeNotOpen.error?.description.withoutLocations == """
                Cannot inject Unrelated: it is bound for the scope 'request', which is not open here.
                  requested at  WormerTests/ReasonTests.swift:LINE
                  bound at      WormerTests/ReasonTests.swift:LINE
                  to do         Open the scope around the request; child tasks are in it too:
                                try await injector.withScope(Scope("request")) { <#requests#> }
                """
        )
    }

    @Test("A scope that cannot wait for what ends the instance")
    func scopeEndsSynchronously() {
        #expect(
            Mistake.scopeEndsSynchronously.error?.description.withoutLocations == """
                Cannot inject Unrelated: its 'onEnd' is asynchronous, and the scope 'sale' was opened synchronously.
                  requested at  WormerTests/ReasonTests.swift:LINE
                  bound at      WormerTests/ReasonTests.swift:LINE
                  to do         Open the scope where its end can be awaited:
                                try await injector.withScope(Scope("sale")) { <#requests#> }
                """
        )
    }

    @Test("Weak, and what was made is a value")
    func notAnObject() {
        #expect(
            Mistake.notAnObject.error?.description.withoutLocations == """
                Cannot inject Unrelated: its lifetime is weak, and its initializer made an instance of Unrelated, \
                which is not a class.
                  requested at  WormerTests/ReasonTests.swift:LINE
                  bound at      WormerTests/ReasonTests.swift:LINE
                  to do         Make Unrelated a class, or bind Unrelated with another lifetime:
                                injector.bind(Unrelated.self, lifetime: .singleton, to: .make { <#Unrelated#> })
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
                "Elsewhere.Unrelated, which is another type, bound at WormerTests/ReasonTests.swift:LINE"
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
                Cannot bind Unrelated with the lifetime weak: it is not a class.
                  to do         Make Unrelated a class, or bind it with another lifetime.
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
                Cannot bind Unrelated with an 'onEnd': nothing ends the lifetime transient.
                  to do         Leave 'onEnd' out, or bind it as a singleton or in a scope.
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
            .replacing("try await injector.with", with: "try injector.with")
            .contains("WormerTests/ReasonTests.swift:LINE: Fatal error: \(text)\n")
    }
}
