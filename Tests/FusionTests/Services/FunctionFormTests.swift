import Fusion
import Testing

private func caller(_ name: String = #function) -> String { name }

private protocol Shape {}
private struct Square: Shape {}
private final class Link: Sendable {
    let next: Link?
    init(_ next: Link?) { self.next = next }
}
private final class Clay { var weight = 1 }

extension Container {
    @Provides fileprivate func named() -> String { #function }
    @Provides fileprivate func namedTwo(_ id: Int, in place: String) -> [String] {
        func inner() -> String { caller() }
        return [#function, caller(), { caller() }(), inner()] + [1].map { _ in #function }
    }
    @Provides(.singleton) fileprivate func namedAwaiting(id: Int) async throws -> [String] {
        async let other = caller()
        return await [
            #function, other, Task { caller() }.value, withCheckedContinuation { $0.resume(returning: caller()) },
        ]
    }
    @MainActor @Provides(lifetime: .singleton) fileprivate func namedOnMain() async -> [String] {
        await Task.yield()
        MainActor.preconditionIsolated()
        return [caller(), "\(#isolation === MainActor.shared)"]
    }
    @Provides(.singleton, test: caller()) fileprivate func namedInTest(`in`: Int) throws -> String {
        caller() + " live"
    }

    @Provides(.singleton) fileprivate func link(_ depth: Int) throws -> Link {
        Link(depth == 0 ? nil : try link(depth - 1))
    }
    @Provides(.singleton) fileprivate func awaitedLink(of depth: Int) async throws -> Link {
        if depth == 0 { return Link(nil) }
        return Link(try await awaitedLink(of: depth - 1))
    }

    @Provides fileprivate func composed() -> any (Shape & Sendable) { Square() }
    @Provides fileprivate func metatypes(_ type: any Any.Type) -> any Any.Type { type }
    @Provides(.singleton) fileprivate func unwrapped(_ number: Int!) throws -> Int! { number }
    @Provides fileprivate func awaitedUnwrapped(_ number: Int! = 3) async -> Int! { number + 1 }
    @Provides fileprivate func keywords(in for: Int, default: Int, `class`: Int) -> Int { `for` + `default` * `class` }
    @Provides fileprivate func peers(newValue: Int, visitor: Int, self other: Int) -> Int { newValue + visitor + other }
    @Provides fileprivate func called(_ make: () throws -> Int) throws -> Int { try make() }
    @Provides fileprivate func calledLater(_ make: @escaping () -> Int) async -> Int { make() }
    @Provides fileprivate func shaped(_ clay: Clay) async -> Clay {
        clay.weight += 1
        await Task.yield()
        return clay
    }
    @Provides fileprivate func located() -> Int {
        #sourceLocation(file:"Elsewhere.swift",line:90)
        let number = 1
        #sourceLocation()
        return number + 1
    }
    @Provides /* a */ fileprivate func /* b */ commented /* c */(
        /* d */
        _ /* e */ first /* f */: /* g */ Int /* h */ = /* i */ 3 /* j */,  // k
        second: Int  // l
    ) /* m */ async /* n */ throws /* o */ -> /* p */ Int /* q */ { /* r */ first * second /* s */ }  // t
}

@Suite("A function with @Provides may have any form")
struct FunctionFormTests {
    private let container = Container()

    @Test("#function in a body or a value for tests is the function's name, also in closures and arguments")
    func names() async throws {
        #expect(container.named() == "named()")
        let two = "namedTwo(_:in:)"
        #expect(container.namedTwo(1, in: "a") == [two, two, two, "inner()", two])
        let awaiting = Array(repeating: "namedAwaiting(id:)", count: 4)
        #expect(try await container.namedAwaiting(id: 1) == awaiting)
        #expect(await container.namedOnMain() == ["namedOnMain()", "true"])
        #expect(try container.namedInTest(in: 1) == "namedInTest(in:)")
    }

    @Test("A call of the function in its body is a call of the method, which keeps the instance")
    func recursion() async throws {
        let link = try container.link(3)
        #expect(try link.next === container.link(2))
        #expect(try link.next?.next === container.link(1))
        let awaited = try await container.awaitedLink(of: 2)
        #expect(try await awaited.next === container.awaitedLink(of: 1))
    }

    @Test("Results may be compositions, metatypes and implicitly unwrapped, and so may parameters")
    func types() async throws {
        #expect(container.composed() is Square)
        #expect(container.metatypes(Int.self) is Int.Type)
        #expect(try container.unwrapped(3) == 3)
        #expect(try Container(parent: container).unwrapped(nil) == nil)
        #expect(await container.awaitedUnwrapped() == 4)
        container.unwrappedProvider = { $0.map { $0 * 2 } }
        container.composedProvider = { Square() }
        #expect(try container.unwrapped(3) == 6)
        #expect(try container.unwrappedProvider(nil) == nil)
        #expect(container.composedProvider() is Square)
    }

    @Test("Parameters may have keywords as names, and closures and comments at any place")
    func parameters() async throws {
        #expect(container.keywords(in: 1, default: 2, class: 3) == 7)
        #expect(container.peersProvider(1, 2, 3) == 6)
        #expect(try container.called { 3 } == 3)
        #expect(await container.calledLater { 4 } == 4)
        #expect(await container.shaped(Clay()).weight == 2)
        #expect(container.located() == 2)
        #expect(try await container.commented(second: 2) == 6)
    }
}
