import Foundation
import Testing
import Wormer

/// A binding that fails, one for each reason of `InjectionError`.
enum FailingBinding: String, CaseIterable, Codable, Sendable {
    case notBound, doesNotConform, cycle, initializerThrew, wrongIsolation
    case needsAwaiting, scopeNotOpen, scopeEndsSynchronously, notAnObject, injectorIsGone

    /// Binds and runs `request` on a separate thread in an open scope.
    func run(_ request: @escaping @Sendable (Injector) -> Void) {
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
            // The implementation is known only after the initializer has run.
            injector.bind(Key(Unrelated.self), Any.self, .weak, to: .make { Unrelated() }, at: CodeLocation())
        case .injectorIsGone:
            let provider = Injector(parent: nil).instance(for: Provider<Unrelated>.self)
            injector.bind(Unrelated.self, to: .make { try provider.get() })
        }
    }
}

@Suite("Each reason of an injection error has its own text")
struct ReasonTests {
    @Test(
        "A forced request ends the process with the text that a throwing request throws",
        arguments: FailingBinding.allCases
    )
    func forced(binding: FailingBinding) async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [binding] in
            binding.run { injector in _ = injector.instance(for: Unrelated.self) }
        }
        // The process prints the location of the request in front of the text.
        let text = try #require(binding.error).description.withoutLocations
            .replacing(/\n  requested at  .*/, with: "")
            // The process does not run in a task.
            .replacing("try await injector.with", with: "try injector.with")
        #expect(result?.said(text) == true, "\(text)")
    }

    @Test("The error for an asynchronous factory advises to await the request")
    func needsAwaiting() {
        #expect(
            FailingBinding.needsAwaiting.error?.description.withoutLocations == """
                Cannot inject Unrelated: it is made asynchronously, and the request cannot wait for it.
                  requested at  WormerTests/ReasonTests.swift:LINE
                  bound at      WormerTests/ReasonTests.swift:LINE
                  to do         Wait for it; a shared instance that exists needs no waiting:
                                try await injector.asyncInstance(for: Unrelated.self)
                """
        )
    }

    @Test("The error for a closed scope names the scope and shows how to open it")
    func scopeNotOpen() {
        #expect(
            FailingBinding.scopeNotOpen.error?.description.withoutLocations == """
                Cannot inject Unrelated: it is bound for the scope 'request', which is not open here.
                  requested at  WormerTests/ReasonTests.swift:LINE
                  bound at      WormerTests/ReasonTests.swift:LINE
                  to do         Open the scope around the request; child tasks are in it too:
                                try await injector.withScope(Scope("request")) { <#requests#> }
                """
        )
    }

    @Test("The error for an asynchronous 'onEnd' in a synchronous scope advises an asynchronous scope")
    func scopeEndsSynchronously() {
        #expect(
            FailingBinding.scopeEndsSynchronously.error?.description.withoutLocations == """
                Cannot inject Unrelated: its 'onEnd' is asynchronous, and the scope 'sale' was opened synchronously.
                  requested at  WormerTests/ReasonTests.swift:LINE
                  bound at      WormerTests/ReasonTests.swift:LINE
                  to do         Open the scope where its end can be awaited:
                                try await injector.withScope(Scope("sale")) { <#requests#> }
                """
        )
    }

    @Test("The error for a weak lifetime names the implementation that is not a class")
    func notAnObject() {
        #expect(
            FailingBinding.notAnObject.error?.description.withoutLocations == """
                Cannot inject Unrelated: its lifetime is weak, and its initializer made an instance of Unrelated, \
                which is not a class.
                  requested at  WormerTests/ReasonTests.swift:LINE
                  bound at      WormerTests/ReasonTests.swift:LINE
                  to do         Make Unrelated a class, or bind Unrelated with another lifetime:
                                injector.bind(Unrelated.self, lifetime: .singleton, to: .make { <#Unrelated#> })
                """
        )
    }

    @Test("A near miss with the same name is shown with its qualified name")
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

    @Test("Binding with a lifetime that does not suit the implementation ends the process")
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
    /// Whether the process ended with `text`.
    fileprivate func said(_ text: String) -> Bool {
        String(decoding: standardErrorContent, as: UTF8.self).withoutLocations
            .replacing("try await injector.with", with: "try injector.with")
            .contains("WormerTests/ReasonTests.swift:LINE: Fatal error: \(text)\n")
    }
}
