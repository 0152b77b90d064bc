#if os(macOS) || os(Linux)
    import Foundation
    import TestSupport
    import Testing
    import Wormer
    import WormerTesting

    @Suite("A handler sees failures that nobody can catch")
    struct UncaughtFailureTests {
        /// Writes a line that the test finds in the output of the process.
        private static func write(_ line: String) {
            FileHandle.standardError.write(Data("handler: \(line)\n".utf8))
        }

        private func handled(_ result: ExitTest.Result?) -> [Substring] {
            result?.standardError.split(separator: "\n").filter { $0.hasPrefix("handler: ") } ?? []
        }

        @Test("Before a forced lookup ends the process, the handler gets its error and can look things up")
        func forcedLookup() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let injector = Injector(parent: nil)
                injector.bind(Int.self, to: .make { 42 })
                Injector.onFailure { failure in
                    UncaughtFailureTests.write("\(injector.instance(for: Int.self)) \(failure.endsProcess)")
                    UncaughtFailureTests.write("\(failure.error is InjectionError) \(failure)")
                }
                _ = injector.instance(for: String.self)
            }
            let lines = handled(result).map { String($0).withoutLocations }
            #expect(lines.first == "handler: 42 true")
            let message = "WormerTests/UncaughtFailureTests.swift:LINE: Cannot inject String: nothing is bound to it."
            #expect(lines.last == "handler: true " + message)
            #expect(result?.fatalErrorText.contains("Cannot inject String: nothing is bound to it.") == true)
        }

        @Test("A handler whose own lookup fails is not called again, and the first message is printed")
        func failingHandler() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Injector.onFailure { _ in
                    UncaughtFailureTests.write("called")
                    _ = Injector(parent: nil).instance(for: Bool.self)
                }
                _ = Injector(parent: nil).instance(for: String.self)
            }
            #expect(handled(result) == ["handler: called"])
            #expect(result?.standardError.contains("Cannot inject String: nothing is bound to it.") == true)
            #expect(result?.fatalErrorText.contains("Cannot inject Bool: nothing is bound to it.") == true)
        }

        /// Ends an instance whose `onEnd` throws an error that nobody awaits.
        private static func failToEnd() {
            let injector = Injector(parent: nil)
            injector.bind(
                String.self,
                lifetime: .scope(Scope("job")),
                to: .make { "instance" }.onEnd { _ in throw PlannedFailure(description: "disk full") }
            )
            // In a test, the error is an issue, too.
            RunningTest.$expectation.withValue(
                RunningTest.Expectation { text, _, _, _ in text.hasPrefix("An 'onEnd' failed") }
            ) {
                try? injector.withScope(Scope("job")) { () throws in
                    _ = injector.instance(for: String.self)
                    throw PlannedFailure(description: "body")
                }
            }
        }

        @Test("The handler gets the error of an 'onEnd' that nobody awaits, and the process goes on")
        func ending() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let seen = Shared<[String]>([])
                Injector.onFailure { failure in seen.change { $0.append("\(failure.endsProcess) \(failure.error)") } }
                UncaughtFailureTests.failToEnd()
                UncaughtFailureTests.write("\(seen.value)")
            }
            #expect(handled(result) == ["handler: [\"false disk full\"]"])
        }

        @Test("A handler takes the same of the stack, however many failures came before")
        func depthOfStack() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
                let addresses = Shared<Set<UInt>>([])
                Injector.onFailure { _ in
                    var local = 0
                    withUnsafeMutablePointer(to: &local) { address in
                        addresses.change { _ = $0.insert(UInt(bitPattern: address)) }
                    }
                }
                for _ in 0..<10 { UncaughtFailureTests.failToEnd() }
                UncaughtFailureTests.write("\(addresses.value.count)")
            }
            #expect(handled(result) == ["handler: 1"])
        }
    }
#endif
