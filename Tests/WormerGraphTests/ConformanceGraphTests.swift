import Testing
import Wormer
import WormerGraph

@globalActor private actor Workshop { static let shared = Workshop() }

private protocol Titled { var title: String { get } }
private protocol Shown: Titled {}
private protocol Labeled {}
private class Surface {}

@MainActor private final class Page: Surface, @MainActor Shown { let title = "home" }
@Workshop private final class Sign: @Workshop Titled {
    let title = "sign"

    init() {}
}
private struct Frame<Content> { let content: Content }
extension Frame: Labeled where Content: Titled {}
private struct Plain: Sendable {}
private final class PlainObject: Sendable {}

@Suite("verify() reports only implementations that conform nowhere")
struct ConformanceGraphTests {
    private let injector = Injector(parent: nil)

    private func faults() -> Int {
        do {
            try injector.verify()
            return 0
        } catch {
            return error.faults.count
        }
    }

    @Test("An isolated conformance is no fault on its actor, on another one, or on none")
    func isolated() async throws {
        await bindIsolated()
        #expect(faults() == 0)
        #expect(await MainActor.run { faults() } == 0)
        #expect(await Workshop.run { faults() } == 0)
        try await injector.verifyInstances()
        _ = try await injector.asyncInstance(for: (any Titled).self)
        _ = try await injector.asyncInstance(for: (any Titled).self, id: "sign")
    }

    private func bindIsolated() async {
        await MainActor.run {
            injector.bind(interface: (any Titled).self, toImplementation: Page.self) { @MainActor in Page() }
            injector.bindUnchecked((any Labeled).self) { @MainActor in Frame(content: Page()) }
            injector.bind(interface: (any Shown & Surface).self, toImplementation: Page.self) { @MainActor in Page() }
            injector.bind(interface: (any AnyObject & Titled).self, toImplementation: Page.self) { @MainActor in Page()
            }
        }
        await Workshop.run {
            injector.bind(interface: (any Titled).self, id: "sign", toImplementation: Sign.self) { @Workshop in Sign() }
        }
    }

    @Test("What conforms nowhere is a fault everywhere")
    func provable() async {
        injector.bindUnchecked((any Titled).self) { Plain() }
        injector.bindUnchecked((any Labeled).self) { Frame(content: Plain()) }
        injector.bindUnchecked(Surface.self) { PlainObject() }
        injector.bindUnchecked(Int.self) { "" }
        await Workshop.run {
            injector.bindUnchecked((any Shown).self) { @Workshop in Sign() }
            injector.bindUnchecked((any Titled & Surface).self) { @Workshop in Sign() }
        }
        #expect(faults() == 6)
        #expect(await MainActor.run { faults() } == 6)
        #expect(await Workshop.run { faults() } == 6)
    }

    @Test("A collection whose elements are converted is no fault")
    func collections() async throws {
        injector.bind(interface: [any Sendable].self, toImplementation: [Plain].self) { [Plain()] }
        injector.bind(interface: [Int: any Sendable].self, toImplementation: [Int: Plain].self) { [1: Plain()] }
        injector.bind(interface: AnyHashable.self, toImplementation: Int.self) { 1 }
        #expect(faults() == 0)
        try await injector.verifyInstances()
    }
}

extension Workshop {
    fileprivate static func run<Result: Sendable>(_ body: @Workshop () -> Result) async -> Result { await body() }
}
