import Foundation
import Fusion
import Testing
import Wormer
import WormerTesting

private protocol API: Sendable { var name: String { get } }

private struct PlaceholderAPI: API { let name = "placeholder" }

private struct LiveAPI: API { let name = "live" }

private struct Client: Sendable { let api: any API }

extension Injector {
    /// Binds an unimplemented factory as if the call stood on line 1 of another file.
    fileprivate func bindUnimplemented(_ factory: Factory<any API>, lifetime: Lifetime = .transient) {
        bind((any API).self, lifetime: lifetime, to: factory, fileID: elsewhere, line: 1)
    }
}

/// The issue of a lookup on a line of another file.
private func issue(_ line: Int, _ code: String = "Injector.default.bind(API.self, to: .make { <#API#> })") -> String {
    """
    WormerTestingTests/Elsewhere.swift:\(line): API was looked up, but is unimplemented.
      looked up at  WormerTestingTests/Elsewhere.swift:\(line)
      bound at      WormerTestingTests/Elsewhere.swift:1
      to do         Bind an implementation, or find out why it is used:
                    \(code)
    """
}

@Suite("An unimplemented binding reports its use", .reporting(), .isolatedBindings)
struct UnimplementedTests {
    private var injector: Injector { .default }

    @Test("Each lookup of an unimplemented binding is an issue at its line, and returns the placeholder")
    func placeholder() async throws {
        let type = (any API).self
        injector.bindUnimplemented(.unimplemented(placeholder: PlaceholderAPI()))
        let found = try await issues {
            #expect(injector.instance(for: type, fileID: elsewhere, line: 2).name == "placeholder")
            #expect(injector.instance(for: type, fileID: elsewhere, line: 3).name == "placeholder")
            #expect(injector.safeInstance(for: type, fileID: elsewhere, line: 4)?.name == "placeholder")
            let thrown = try injector.throwingInstance(for: type, fileID: elsewhere, line: 5)
            let awaited = try await injector.asyncInstance(for: type, fileID: elsewhere, line: 6)
            #expect([thrown.name, awaited.name] == ["placeholder", "placeholder"])
            let provider = injector.instance(for: Provider<any API>.self)
            #expect(provider(fileID: elsewhere, line: 7).name == "placeholder")
            #expect(injector.instance(for: (any API)?.self, fileID: elsewhere, line: 8)?.name == "placeholder")
        }
        #expect(found == (2...8).map { issue($0) })
    }

    @Test("Without a placeholder, a lookup is an issue and throws an error with the same text")
    func error() async throws {
        let type = (any API).self
        injector.bindUnimplemented(.unimplemented)
        let found = await issues {
            #expect(injector.safeInstance(for: type, fileID: elsewhere, line: 2) == nil)
            let error = #expect(throws: InjectionError.self) {
                try injector.throwingInstance(for: type, fileID: elsewhere, line: 3)
            }
            let isUnimplemented = if case .unimplemented? = error?.reason { true } else { false }
            #expect(isUnimplemented)
            #expect(error.map { "WormerTestingTests/Elsewhere.swift:3: \($0)" } == issue(3))
            await #expect(throws: InjectionError.self) {
                try await injector.asyncInstance(for: type, fileID: elsewhere, line: 4)
            }
        }
        #expect(found == (2...4).map { issue($0) })
    }

    @Test("A placeholder is never kept, so that each lookup is an issue with every lifetime")
    func lifetimes() async throws {
        for lifetime in [Lifetime.singleton, .weak, .resolution, .scope(Scope("closed"))] {
            injector.bindUnimplemented(.unimplemented(placeholder: PlaceholderAPI()), lifetime: lifetime)
            let found = await issues {
                _ = injector.instance(for: (any API).self, fileID: elsewhere, line: 2)
                _ = injector.instance(for: (any API).self, fileID: elsewhere, line: 3)
            }
            #expect(found == [issue(2), issue(3)])
        }
        let ended = Shared(0)
        let factory = Factory<any API>.unimplemented(placeholder: PlaceholderAPI())
        injector.bindUnimplemented(factory.onEnd { _ in ended.change { $0 += 1 } }, lifetime: .singleton)
        let found = await issues { _ = injector.instance(for: (any API).self, fileID: elsewhere, line: 2) }
        #expect(found == [issue(2)])
        try await injector.end()
        #expect(ended.value == 0)
    }

    @Test("An unimplemented parameter is an issue at the line of the initializer, with the path")
    func parameter() async {
        injector.bindUnimplemented(.unimplemented(placeholder: PlaceholderAPI()))
        let factory = Factory.using(Client.init(api:), fileID: elsewhere, line: 2)
        injector.bind(Client.self, to: factory, fileID: elsewhere, line: 3)
        let found = await issues {
            #expect(injector.instance(for: Client.self, fileID: elsewhere, line: 4).api.name == "placeholder")
        }
        #expect(
            found == [
                """
                WormerTestingTests/Elsewhere.swift:2: API was looked up, but is unimplemented.
                  path          Client, looked up at WormerTestingTests/Elsewhere.swift:4, bound at \
                WormerTestingTests/Elsewhere.swift:3
                                API, looked up at WormerTestingTests/Elsewhere.swift:2, bound at \
                WormerTestingTests/Elsewhere.swift:1
                  to do         Bind an implementation, or find out why it is used:
                                Injector.default.bind(API.self, to: .make { <#API#> })
                """
            ]
        )
    }

    @Test("The issues of @Inject and Container show code for containers")
    func containers() async {
        let code = "Container.main.bind(API.self, to: .make { <#API#> })"
        struct Reader { @Inject(fileID: elsewhere, line: 2) var api: any API }
        let found = await issues {
            Container.mock {
                $0.bind((any API).self, to: .unimplemented(placeholder: PlaceholderAPI()), fileID: elsewhere, line: 1)
            } then: {
                #expect(Reader().api.name == "placeholder")
                #expect(Container.resolve((any API).self, fileID: elsewhere, line: 3)?.name == "placeholder")
            }
        }
        let injected = issue(2, code).replacingOccurrences(of: "looked up at", with: "injected at ")
        #expect(found == [injected, issue(3, code)])
    }

    @Test("A lookup through an alias of an unimplemented service is one issue, and fails or returns the placeholder")
    func alias() async {
        Container.setAlias(\.aliasedAPI, for: (any API).self)
        for placeholder in [nil, PlaceholderAPI()] {
            if let placeholder {
                Container.main.unimplemented(\.aliasedAPI, placeholder: placeholder, fileID: elsewhere, line: 1)
            } else {
                Container.main.unimplemented(\.aliasedAPI, fileID: elsewhere, line: 1)
            }
            let found = await issues {
                #expect(injector.safeInstance(for: (any API).self)?.name == placeholder?.name)
            }
            #expect(found.count == 1)
            #expect(found.first?.contains(": aliasedAPI: API was looked up, but is unimplemented.") == true)
        }
    }

    @Test("A contribution and a decorated binding can be unimplemented")
    func composed() async {
        injector.contribute(to: (any API).self, .unimplemented(placeholder: PlaceholderAPI()))
        let contributed = await issues { #expect(injector.instances(for: (any API).self).count == 1) }
        #expect(contributed.count == 1)
        injector.bindUnimplemented(.unimplemented(placeholder: PlaceholderAPI()))
        injector.decorate((any API).self) { (_: any API) in LiveAPI() }
        let found = await issues {
            #expect(injector.instance(for: (any API).self, fileID: elsewhere, line: 2).name == "live")
            #expect(injector.instance(for: (any API).self, fileID: elsewhere, line: 3).name == "live")
        }
        #expect(found == [issue(2), issue(3)])
    }

    // An unimplemented binding is meant to be unused. The trait reports other unused bindings.
    @Test("An unused unimplemented binding or service is no issue")
    func unused() {
        injector.bindUnimplemented(.unimplemented)
        Container.main.unimplemented(\.unusedService)
    }

    @Test("verify() accepts an unimplemented binding and does not count as its use")
    func graph() async throws {
        let injector = Injector(parent: nil)
        injector.bindUnimplemented(.unimplemented)
        injector.bind(Client.self, lifetime: .singleton, to: .using(Client.init(api:)), fileID: elsewhere, line: 2)
        injector.bind(
            String.self,
            to: .make { try $0.throwingInstance(for: Client.self).api.name },
            fileID: elsewhere,
            line: 3
        )
        #expect(try injector.verify().remarks.filter { $0.kind == .unchecked }.map(\.places[0].interface) == ["String"])
        let remarks = try await injector.verifyInstances().remarks
        #expect(remarks.filter { $0.kind == .unchecked }.isEmpty)
        #expect(
            remarks.filter { $0.kind == .notCreated }.map(\.description) == [
                "String (WormerTestingTests/Elsewhere.swift:3): needs an unimplemented instance",
                "API (WormerTestingTests/Elsewhere.swift:1): unimplemented",
                "Client (WormerTestingTests/Elsewhere.swift:2): needs an unimplemented instance",
            ]
        )
        #expect(
            injector.explain(Client.self) == """
                Client [singleton] WormerTestingTests/Elsewhere.swift:2
                  API [unimplemented] WormerTestingTests/Elsewhere.swift:1
                """
        )
    }
}

extension Container {
    @Service fileprivate var unusedService = "unused"
    @Service fileprivate var aliasedAPI: any API = LiveAPI()
}

#if os(macOS) || os(Linux)
    @Suite("An unimplemented binding works in exit tests")
    struct UnrecordedUnimplementedTests {
        @Test("A forced lookup for an unimplemented binding ends an exit test that expects it, without an issue")
        func exit() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Injector.default.bindUnimplemented(.unimplemented)
                _ = Injector.default.instance(for: (any API).self, fileID: elsewhere, line: 2)
            }
            let issue = issue(2).replacing("2: API", with: "2: Fatal error: API")
            #expect(result?.fatalErrorText == issue.replacing(/\n  looked up at .*/, with: "").withoutLocations)
        }

        @Test("The use of a placeholder in an exit test is an issue of that test")
        func exitWithPlaceholder() async {
            await #expect(processExitsWith: .success) {
                let found = await issues {
                    Injector.default.bindUnimplemented(.unimplemented(placeholder: PlaceholderAPI()))
                    _ = Injector.default.instance(for: (any API).self, fileID: elsewhere, line: 2)
                }
                #expect(found == [issue(2)])
            }
        }
    }
#endif
