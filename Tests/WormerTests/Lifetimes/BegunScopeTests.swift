import Foundation
import Testing

@testable import Wormer

@Suite("A begun scope is open for every lookup of an injector until it ends")
struct BegunScopeTests {
    typealias User = Sessions.User
    typealias Drafts = Sessions.Drafts
    private let ends = Shared<[String]>([])
    private let injector: Injector

    init() { injector = Sessions.injector(ends: ends) }

    @Test("Lookups in tasks, detached tasks and threads share the instances of the scope, which ends them")
    func beginAndEnd() async throws {
        try injector.begin(Sessions.session, providing: Sessions.ada)
        let drafts: Drafts = injector.instance()
        #expect(drafts.user == Sessions.ada)
        #expect(await Task.detached { injector.instance(for: Drafts.self) }.value === drafts)
        let onThread: Drafts = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: injector.instance()) }
        }
        #expect(onThread === drafts)
        #expect(ends.value.isEmpty)
        try await injector.end(Sessions.session)
        #expect(ends.value == ["drafts of Ada"])
        let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Drafts.self) }
        #expect(error?.reason.name == "scopeNotOpen")
        try injector.begin(Sessions.session, providing: Sessions.bob)
        #expect(injector.instance(for: Drafts.self).user == Sessions.bob)
        try await injector.end()
        #expect(ends.value == ["drafts of Ada", "drafts of Bob"])
    }

    @Test("Children see a scope that their parent began, and the parent does not see the child's")
    func children() async throws {
        let child = Injector(parent: injector)
        try injector.begin(Sessions.session, providing: Sessions.ada)
        #expect(child.instance(for: Drafts.self) === injector.instance(for: Drafts.self))
        try await injector.end(Sessions.session)
        let line: UInt = #line + 1
        try child.begin(Sessions.session, providing: Sessions.bob)
        let error = #expect(throws: InjectionError.self) { try child.throwingInstance(for: Drafts.self) }
        let begun =
            if case .scopeNotOpen(Sessions.session, let begun?, nil)? = error?.reason { begun.line } else { 0 as UInt }
        #expect(begun == line)
        // A binding of the child sees the child's scope.
        Sessions.bind(in: child, ends: ends)
        #expect(child.instance(for: Drafts.self).user == Sessions.bob)
        try await child.end(Sessions.session)
    }

    @Test("An override sees what began outside, unless it begins its own, which ends with the override")
    func overrides() async throws {
        try injector.begin(Sessions.session, providing: Sessions.ada)
        let drafts: Drafts = injector.instance()
        try await Override().run(onErrors: Override.report) { () async throws in
            #expect(injector.instance(for: Drafts.self) === drafts)
            await #expect(throws: ScopeError.self) { try await injector.end(Sessions.session) }
            try injector.begin(Sessions.session, providing: Sessions.bob)
            #expect(injector.instance(for: Drafts.self).user == Sessions.bob)
            #expect(ends.value.isEmpty)
        }
        #expect(ends.value == ["drafts of Bob"])
        #expect(injector.instance(for: Drafts.self) === drafts)
        try await injector.end(Sessions.session)
    }

    @Test("An isolated test does not see what began outside it, and its own scope is not seen outside")
    func isolation() async throws {
        try injector.begin(Sessions.session, providing: Sessions.ada)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask {
                    let user = User(name: "\(number)")
                    await Override(onLateLookup: { _ in }).run(onErrors: Override.report) {
                        #expect(injector.safeInstance(for: Drafts.self) == nil)
                        #expect(throws: Never.self) { try injector.begin(Sessions.session, providing: user) }
                        await Task.yield()
                        #expect(injector.instance(for: Drafts.self).user == user)
                    }
                }
            }
        }
        #expect(ends.value.count == 50)
        #expect(injector.instance(for: Drafts.self).user == Sessions.ada)
        try await injector.end()
    }

    @Test("Beginning twice, and ending what has not begun, are errors")
    func errors() async throws {
        let line: UInt = #line + 1
        try injector.begin(Sessions.session, providing: Sessions.ada)
        let again = #expect(throws: ScopeError.self) { try injector.begin(Sessions.session) }
        let lines = again?.description.countingLines(from: line).components(separatedBy: "\n").dropFirst().prefix(2)
        let file = "WormerTests/BegunScopeTests.swift"
        #expect(lines == ["  begun again at  \(file):+1", "  begun at        \(file):+0"])
        #expect(injector.instance(for: User.self) == Sessions.ada)
        try await injector.end(Sessions.session)
        let ended = await #expect(throws: ScopeError.self) { try await injector.end(Sessions.session) }
        #expect(ended.map { "\($0.reason)" } == "notBegun")
        // An always open scope that holds nothing can be ended.
        try await injector.end(.alwaysOpen("of nothing"))
    }

    @Test("Bindings can be added for a scope that has begun, and in an override of it")
    func bindingLater() async throws {
        try injector.begin(Sessions.session, providing: Sessions.ada)
        injector.bind(Piece.self, lifetime: .scope(Sessions.session), to: .make { Piece() })
        let piece: Piece = injector.instance()
        #expect(injector.instance(for: Piece.self) === piece)
        Override().run(onErrors: Override.report) {
            injector.bind(Piece.self, lifetime: .scope(Sessions.session), to: .make { Piece() })
            #expect(injector.instance(for: Piece.self) !== piece)
            #expect(injector.instance(for: Piece.self) === injector.instance(for: Piece.self))
        }
        #expect(injector.instance(for: Piece.self) === piece)
        // On a thread for which the scope is not open, binding again is no mistake.
        onThreads(1) { _ in injector.bind(Piece.self, lifetime: .scope(Sessions.session), to: .make { Piece() }) }
        #expect(injector.instance(for: Piece.self) !== piece)
        try await injector.end()
    }

    @Test("A scope whose injector or handle is released ends in a task of its own", arguments: [false, true])
    func released(isBegun: Bool) async throws {
        func open() throws {
            let other = Sessions.injector(ends: ends)
            if isBegun {
                try other.begin(Sessions.session, providing: Sessions.ada)
                _ = other.instance(for: Drafts.self)
            } else {
                try other.open(Sessions.session, providing: Sessions.ada).run { _ = other.instance(for: Drafts.self) }
            }
        }
        try open()
        #expect(await eventually { ends.value == ["drafts of Ada"] })
    }

    @Test("A scope inside one that is ending is not found any more, even if others inside end first")
    func insideEnding() async throws {
        let (hasBegun, mayEnd) = (Gate(), Gate())
        let visit = Scope("visit of tests", inside: Sessions.session)
        let factory = Factory<Int>.make { 1 }.onEnd { _ in
            await hasBegun.open()
            await mayEnd.pass()
        }
        injector.bind(Int.self, lifetime: .scope(visit), to: factory)
        injector.bind(Piece.self, lifetime: .scope(Sessions.request), to: .make { Piece() })
        try injector.begin(Sessions.session, providing: Sessions.ada)
        try injector.begin(Sessions.request)
        _ = injector.instance(for: Piece.self)
        let handle = try injector.open(visit)
        handle.run { _ = injector.instance(for: Int.self) }
        let end = Task { [injector] in try await injector.end(Sessions.session) }
        await hasBegun.pass()
        let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Piece.self) }
        #expect(error?.reason.name == "scopeNotOpen")
        try injector.begin(Sessions.session, providing: Sessions.bob)
        try injector.begin(Sessions.request)
        _ = injector.instance(for: Piece.self)
        await mayEnd.open()
        try await end.value
        try await injector.end()
    }

    @Test("A factory that ends the scope of its instance gets an error and does not wait for itself")
    func endInFactory() async throws {
        let errors = Shared<[String]>([])
        try injector.begin(Sessions.session, providing: Sessions.ada)
        injector.bindAsync(Piece.self, lifetime: .scope(Sessions.session)) { injector in
            do {
                try await injector.end(Sessions.session)
            } catch {
                errors.change { $0.append("\(error)".withoutLocations) }
            }
            return Piece()
        }
        try await underWatchdog { _ = try await injector.asyncInstance(for: Piece.self) }
        #expect(
            errors.value == [
                """
                Cannot end the scope 'session of tests': a factory that creates one of its instances would wait for itself.
                  ended at      WormerTests/BegunScopeTests.swift:LINE
                  to do         End it after the instance is created.
                """
            ]
        )
        try await injector.end()
    }
}
