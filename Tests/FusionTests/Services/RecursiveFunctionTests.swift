import Foundation
import Fusion
import TestSupport
import Testing
import Wormer

private final class Doll: Sendable {}

extension Container {
    @Provides fileprivate func doll(_ size: Int) throws -> Doll { try doll(size) }
    @Provides(.singleton) fileprivate func keptDoll(_ size: Double) throws -> Doll { try keptDoll(size) }
    @Provides(.singleton) fileprivate func growingDoll(_ size: Int) throws -> Doll { try growingDoll(size + 1) }
    @Provides fileprivate func lateDoll(_ size: Int) async throws -> Doll { try await lateDoll(size) }
    @Provides fileprivate func outerDoll(_ size: Int) throws -> Doll { try innerDoll(size) }
    @Provides(.singleton) fileprivate func innerDoll(_ size: Int) throws -> Doll { try outerDoll(size + 1) }
    @Provides(.singleton) fileprivate func lateKeptDoll(_ size: Int) async throws -> Doll {
        try await lateKeptDoll(size + 1)
    }
    @Provides fileprivate func endlessDoll(_ size: Int) -> Doll { endlessDoll(size) }
    @Provides fileprivate func mockedDoll(_ size: Int) throws -> Doll { Doll() }
    @Provides fileprivate func nestedDoll(_ size: Int) throws -> Doll { size == 0 ? Doll() : try nestedDoll(size - 1) }
    @Provides fileprivate func lateNestedDoll(_ size: Int) async throws -> Doll {
        size == 0 ? Doll() : try await lateNestedDoll(size - 1)
    }
}

/// Returns the message of the error that a function throws, without the number of the steps that are left out.
private func message(_ body: () throws -> Doll) -> String? {
    do {
        _ = try body()
        return nil
    } catch {
        return withoutCount(error)
    }
}

private func withoutCount(_ error: Any) -> String {
    "\(error)".withoutLocations.split(separator: "\n").map { line in
        line.contains("... and ") ? line.filter { !$0.isNumber } : String(line)
    }.joined(separator: "\n")
}

private func expected(_ name: String, _ other: String? = nil) -> String {
    func step(_ name: String) -> String { "\(name): Doll, declared at FusionTests/RecursiveFunctionTests.swift:LINE" }
    let steps = (0..<5).map { $0.isMultiple(of: 2) ? step(name) : step(other ?? name) }
    let indentation = String(repeating: " ", count: 16)
    return """
        Cannot inject \(name): Doll: it depends on itself.
          path          \((steps + ["... and  more ..."] + steps).joined(separator: "\n" + indentation))
          to do         Let one of these calls return without the next one. To call the declared function in a mock of it, \
        use 'Injector.capture()'.
        """
}

/// Runs a function on a thread with a stack of a certain size.
private func onThread<Result: Sendable>(stackSize: Int, _ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        let thread = Thread { continuation.resume(returning: body()) }
        thread.stackSize = stackSize
        thread.start()
    }
}

@Suite("A function that reaches itself", .timeLimit(.minutes(10)))
struct RecursiveFunctionTests {
    @Test("Calls without end fail with a path whose middle is left out, instead of using up the stack")
    func endless() async {
        let container = Container()
        let messages = await onThread(stackSize: 8 << 20) {
            let mocked = Container.mock {
                $0.mockedDollProvider = { size in try Container.main.mockedDoll(size) }
            } then: {
                message { try Container.main.mockedDoll(1) }
            }
            return [
                message { try container.doll(1) }, message { try container.keptDoll(.nan) }, mocked,
                message { try container.growingDoll(1) }, message { try container.outerDoll(1) },
            ]
        }
        #expect(messages[..<3] == [expected("doll(_:)"), expected("keptDoll(nan)"), expected("mockedDoll(_:)")])
        #expect(messages[3]?.hasPrefix("Cannot inject growingDoll(") == true)
        #expect(messages[4]?.contains("... and  more ...") == true)
    }

    @Test("On the stack of a secondary thread, fewer calls fail with the same error")
    func secondaryThread() async {
        let container = Container()
        let messages = await onThread(stackSize: 512 << 10) {
            [message { try container.doll(1) }, message { try container.keptDoll(.nan) }]
        }
        #expect(messages[0]?.hasPrefix("Cannot inject doll(_:): Doll: it depends on itself.") == true)
        #expect(messages[1]?.hasPrefix("Cannot inject keptDoll(nan): Doll: it depends on itself.") == true)
    }

    @Test("Awaited calls without end fail, too")
    func awaited() async {
        let container = Container()
        for isKept in [false, true] {
            do {
                _ = try await isKept ? container.lateKeptDoll(1) : container.lateDoll(1)
                Issue.record("No error was thrown.")
            } catch {
                let count = (error as? InjectionError)?.path.count
                #expect(count == 1_202)
                let text = withoutCount(error)
                #expect(isKept ? text.hasPrefix("Cannot inject lateKeptDoll(") : text == expected("lateDoll(_:)"))
            }
        }
    }

    @Test("A thousand calls inside each other are no cycle")
    func nested() async throws {
        let container = Container()
        _ = try await container.lateNestedDoll(1_000)
        // A debug build takes 7 kB for a call.
        let failure = await onThread(stackSize: 16 << 20) { message { try container.nestedDoll(1_000) } }
        #expect(failure == nil)
    }

    #if os(macOS) || os(Linux)
        @Test("If the function can't throw, the process ends with the message")
        func notThrowing() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await onThread(stackSize: 1 << 20) { _ = Container.main.endlessDoll(1) }
            }
            let place = "FusionTests/RecursiveFunctionTests.swift:LINE"
            let message = result.map { withoutCount($0.fatalErrorText) }
            #expect(message == "\(place): Fatal error: \(expected("endlessDoll(_:)"))")
        }
    #endif
}
