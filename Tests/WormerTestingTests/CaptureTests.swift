import Foundation
import Fusion
import Testing
import Wormer
import WormerTesting

private struct Name: Sendable, Equatable { let text: String }

private final class Draft: Sendable {}

extension Scope {
    fileprivate static let account = Scope("account of captures")
    fileprivate static let page = Scope("page of captures")
}

private func read() -> String { Injector.default.safeInstance(for: String.self) ?? "nothing" }

extension Injector.Capture {
    /// The values that a lookup reads in a detached task, in its child task, and on another thread.
    fileprivate func reads<Value: Sendable>(_ read: @escaping @Sendable () -> Value) async -> [Value] {
        let awaited = await Task.detached {
            await run {
                await Task.yield()
                async let child = read()
                return await [read(), child]
            }
        }.value
        return await awaited
            + withCheckedContinuation { continuation in
                Thread.detachNewThread { continuation.resume(returning: [run(read)]) }
            }
    }
}

@Suite("A capture runs code in the override and the open scopes in which it was made")
struct CaptureTests {
    @Test("Detached tasks and threads see the bindings of their test", .isolatedBindings, arguments: 0..<200)
    func isolated(number: Int) async {
        let text = "\(number)"
        Injector.default.bind(String.self, to: .make { text })
        #expect(await Task.detached { read() }.value == "nothing")
        #expect(await Injector.capture().reads(read) == [text, text, text])
    }

    @Test("The error of a detached task says that a test binds what it lacks, and shows a capture", .isolatedBindings)
    func advice() async {
        Injector.default.bind(Draft.self, to: .value(Draft()), fileID: elsewhere, line: 1)
        let text = await Task.detached {
            let error = #expect(throws: InjectionError.self) { try Injector.default.throwingInstance(for: Draft.self) }
            return error?.description
        }.value
        let advice = """
              or            Detached tasks and threads don't see what an isolated test binds at \
            WormerTestingTests/Elsewhere.swift:1. Capture it in the test:
                            let here = Injector.capture()
                            here.run { <#lookups#> }
            """
        #expect(text?.hasSuffix(advice) == true)
        #expect(Injector.capture().run { Injector.default.safeInstance(for: Draft.self) } != nil)
        let child = #expect(throws: InjectionError.self) { try Injector.default.throwingInstance(for: Name.self) }
        #expect(child?.description.contains("capture") == false)
    }

    @Test("A capture that was made in a mock sees the mock after it has ended, and in another mock", .isolatedBindings)
    func mock() async {
        let here = await Container.mock {
            $0.bind(value: "captured")
        } then: {
            Injector.capture()
        }
        #expect(await here.reads(read) == ["captured", "captured", "captured"])
        await Container.mock {
            $0.bind(value: "other")
        } then: {
            #expect(here.run(read) == "captured")
            #expect(read() == "other")
        }
    }

    @Test("A capture sees a scope, a handle inside it, and a scope that has begun")
    func scopes() async throws {
        let injector = Injector(parent: nil)
        injector.bind(Name.self, lifetime: .scope(.account), to: .provided)
        injector.bind(Draft.self, lifetime: .scope(.page), to: .make { Draft() })
        let account = try injector.open(.account, providing: Name(text: "Ada"))
        try await injector.withScope(.page) {
            let draft = injector.instance(for: Draft.self)
            let here = account.run { Injector.capture() }
            let names = await here.reads { injector.safeInstance(for: Name.self)?.text }
            #expect(names == ["Ada", "Ada", "Ada"])
            #expect(await here.reads { injector.safeInstance(for: Draft.self) === draft } == [true, true, true])
        }
        try await account.end()
        try await withIsolatedBindings(ignoring: [.unusedBinding]) { injector in
            injector.bind(Name.self, lifetime: .scope(.account), to: .provided)
            try injector.begin(.account, providing: Name(text: "Bob"))
            let names = await Injector.capture().reads { Injector.default.safeInstance(for: Name.self)?.text }
            #expect(names == ["Bob", "Bob", "Bob"])
        }
    }

    @Test("A capture that was made outside every override and scope sees none", .isolatedBindings)
    func nothing() async throws {
        let nothing = await Task.detached { Injector.capture() }.value
        let injector = Injector(parent: nil)
        injector.bind(Draft.self, lifetime: .scope(.page), to: .make { Draft() })
        Injector.default.bind(String.self, to: .make { "here" })
        try await injector.withScope(.page) {
            #expect(read() == "here" && injector.safeInstance(for: Draft.self) != nil)
            #expect(nothing.run(read) == "nothing")
            #expect(nothing.run { injector.safeInstance(for: Draft.self) } == nil)
            let found = await nothing.run { () async throws(Never) in
                await Task.yield()
                async let child = read()
                return (await child, injector.safeInstance(for: Draft.self) != nil)
            }
            #expect(found == ("nothing", false))
            let again = nothing.run { Injector.capture() }
            #expect(await again.reads(read) == ["nothing", "nothing", "nothing"])
        }
    }

    @Test("A capture of a test, or of an override in it, sees no override that is inside", .isolatedBindings)
    func layers() async {
        Injector.default.bind(String.self, to: .make { "test" })
        let test = Injector.capture()
        await Container.mock {
            $0.bind(value: "outer")
        } then: {
            let outer = Injector.capture()
            await Container.mock {
                $0.bind(value: "inner")
            } then: {
                #expect([test.run(read), outer.run(read), read()] == ["test", "outer", "inner"])
                #expect(test.run { outer.run(read) } == "outer")
                #expect(await test.reads(read) == ["test", "test", "test"])
            }
        }
    }

    @Test("A capture sees a scope that has begun since, and not one that its caller has opened")
    func begunLater() async throws {
        let injector = Injector(parent: nil)
        injector.bind(Name.self, lifetime: .scope(.account), to: .provided)
        let here = Injector.capture()
        try injector.begin(.account, providing: Name(text: "Ada"))
        try await injector.withScope(.account, providing: Name(text: "Bob")) {
            #expect(injector.safeInstance(for: Name.self)?.text == "Bob")
            #expect(here.run { injector.safeInstance(for: Name.self)?.text } == "Ada")
        }
        try await injector.end()
    }

    @Test("A lookup in the captured bindings of a test that has ended is late")
    func late() throws {
        let late = Shared<[String]>([])
        let here = try withIsolatedBindings(onLateLookup: { issue in late.change { $0.append("\(issue)") } }) { _ in
            Injector.capture()
        }
        #expect(here.run { Injector.default.safeInstance(for: String.self) } == nil)
        #expect(late.value.count == 1 && late.value[0].hasPrefix("String was looked up after the test had ended.\n"))
    }

    @Test("'run' stays on the actor of its caller, and throws the error of its closure")
    @MainActor
    func actor() async {
        let here = Injector.capture()
        await #expect(throws: PlannedFailure.self) {
            try await here.run {
                MainActor.assertIsolated()
                await Task.yield()
                MainActor.assertIsolated()
                throw PlannedFailure(description: "planned")
            }
        }
        #expect(throws: PlannedFailure.self) { try here.run { throw PlannedFailure(description: "planned") } }
    }
}
