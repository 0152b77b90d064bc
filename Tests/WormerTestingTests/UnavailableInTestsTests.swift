import Foundation
import Fusion
import Testing
import Wormer
import WormerTesting

private final class Mailer: Sendable {}

private struct Client: Sendable { let mailer: Mailer }

extension Factory<Mailer> {
    fileprivate static var live: Factory { .make { Mailer() }.unavailableInTests() }
}

extension Container {
    @Service(.singleton, unavailableInTests: true) fileprivate var liveMailer = Mailer()
}

/// The issue of a lookup on a line of another file.
private func issue(_ line: Int, _ injector: String = "injector") -> String {
    """
    WormerTestingTests/Elsewhere.swift:\(line): Mailer was looked up, but is unavailable in tests.
      looked up at  WormerTestingTests/Elsewhere.swift:\(line)
      bound at      WormerTestingTests/Elsewhere.swift:1
      to do         Bind a mock in the test before it is resolved:
                    \(injector).bind(Mailer.self, to: .make { <#Mailer#> })
    """
}

@Suite("A binding that is unavailable in tests never runs in one")
struct UnavailableInTestsTests {
    @Test("A lookup fails and is an issue with every lifetime and every lookup, also without isolated bindings")
    func lookups() async throws {
        for lifetime in [Lifetime.transient, .singleton, .weak, .resolution, .scope(Scope("mail"))] {
            let injector = Injector(parent: nil)
            injector.bind(Mailer.self, lifetime: lifetime, to: .live, fileID: elsewhere, line: 1)
            let found = try await issues {
                try await injector.withScope(Scope("mail")) {
                    #expect(injector.safeInstance(for: Mailer.self, fileID: elsewhere, line: 2) == nil)
                    let error = #expect(throws: InjectionError.self) {
                        try injector.throwingInstance(for: Mailer.self, fileID: elsewhere, line: 3)
                    }
                    let isUnavailable = if case .unavailableInTests? = error?.reason { true } else { false }
                    #expect(isUnavailable)
                    #expect(error.map { "WormerTestingTests/Elsewhere.swift:3: \($0)" } == issue(3))
                    await #expect(throws: InjectionError.self) {
                        try await injector.asyncInstance(for: Mailer.self, fileID: elsewhere, line: 4)
                    }
                }
            }
            #expect(found == (2...4).map { issue($0) })
        }
    }

    @Test("A lookup in an isolated test fails, and a later binding replaces the unavailable one", .isolatedBindings)
    func isolated() async throws {
        let injector = Injector.default
        injector.bind(Mailer.self, lifetime: .singleton, to: .live, fileID: elsewhere, line: 1)
        let found = await issues { #expect(injector.safeInstance(for: Mailer.self, fileID: elsewhere, line: 2) == nil) }
        #expect(found == [issue(2, "Injector.default")])
        injector.bind(Mailer.self, to: .make { Mailer() })
        _ = injector.instance(for: Mailer.self)
    }

    @Test("Outside tests the instance is created and shared, and a test that runs later does not get it")
    func outsideTests() async throws {
        for lifetime in [Lifetime.singleton, .weak] {
            let injector = Injector(parent: nil)
            injector.bind(Mailer.self, lifetime: lifetime, to: .live, fileID: elsewhere, line: 1)
            let kept = await outside { injector.instance(for: Mailer.self) }
            #expect(await outside { injector.instance(for: Mailer.self) } === kept)
            let found = await issues {
                #expect(injector.safeInstance(for: Mailer.self, fileID: elsewhere, line: 2) == nil)
            }
            #expect(found == [issue(2)])
        }
    }

    @Test("'onEnd', '.async', '.onMainActor' and a contribution keep the guard, on any side of it")
    func composed() async {
        let injector = Injector(parent: nil)
        let factories: [Factory<Mailer>] = [
            .live.onEnd { _ in }, .make { Mailer() }.onEnd { _ in }.unavailableInTests(),
            .async { Mailer() }.unavailableInTests(), .onMainActor { Mailer() }.unavailableInTests(),
        ]
        for factory in factories {
            injector.bind(Mailer.self, lifetime: .singleton, to: factory, fileID: elsewhere, line: 1)
            let found = await issues {
                await #expect(throws: InjectionError.self) {
                    try await injector.asyncInstance(for: Mailer.self, fileID: elsewhere, line: 2)
                }
            }
            #expect(found == [issue(2)])
        }
        injector.contribute(to: Mailer.self, .live)
        injector.decorate(Mailer.self) { (base: Mailer) in base }
        let found = await issues {
            #expect(injector.safeInstance(for: Mailer.self, fileID: elsewhere, line: 2) == nil)
            #expect(throws: InjectionError.self) { try injector.throwingInstances(for: Mailer.self) }
        }
        #expect(found.count == 2)
    }

    @Test("A task of an isolated test that does not know its test gets no instance either")
    func captured() async throws {
        try await withIsolatedBindings { injector in
            injector.bind(Mailer.self, to: .live)
            let here = Injector.capture()
            #expect(await outside { here.run { Injector.default.safeInstance(for: Mailer.self) == nil } })
        }
    }

    @Test("verifyInstances() skips it and lists it, without an issue", .reporting())
    func verified() async throws {
        let injector = Injector(parent: nil)
        injector.bind(Mailer.self, lifetime: .singleton, to: .live)
        injector.bind(Client.self, to: .using(Client.init(mailer:)))
        let verification = try await injector.verifyInstances()
        #expect(verification.remarks.filter { $0.kind == .notCreated }.count == 2)
    }

    @Test("A service that is unavailable in tests can be assigned, and is created outside tests", .isolatedBindings)
    func service() async {
        #expect(await outside { Container.liveMailer === Container.liveMailer })
        let mailer = Mailer()
        Container.liveMailer = mailer
        #expect(Container.liveMailer === mailer)
    }
}

#if os(macOS) || os(Linux)
    extension UnavailableInTestsTests {
        @Test("A forced lookup ends an exit test that expects it, without an issue, and reading a service too")
        func exit() async {
            var result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Injector.default.bind(Mailer.self, to: .live, fileID: elsewhere, line: 1)
                _ = Injector.default.instance(for: Mailer.self, fileID: elsewhere, line: 2)
            }
            let issue = issue(2, "Injector.default").replacing("2: Mailer", with: "2: Fatal error: Mailer")
            #expect(result?.fatalErrorText == issue.replacing(/\n  looked up at .*/, with: "").withoutLocations)
            result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Container.liveMailer
            }
            #expect(
                result?.standardError.contains(
                    """
                    liveMailer: Mailer was looked up, but is unavailable in tests.
                      to do         Assign a mock in the test before it is resolved:
                                    Container.main.liveMailer = <#Mailer#>
                    """
                ) == true
            )
        }
    }
#endif
