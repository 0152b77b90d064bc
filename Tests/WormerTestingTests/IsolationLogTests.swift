import Foundation
import Testing
import Wormer

@testable import WormerTesting

@Suite("The log of isolated tests runs no code of an identifier while it holds its lock")
struct IsolationLogTests {
    @Test("An identifier can use the log while the bindings of tests and suites are noted and reported")
    func identifiers() {
        let (issues, calls) = (Tally(), Tally())
        let log = IsolationLog(IsolationRules(ignoring: []) { _, _ in issues.increment() })
        let place = IsolationLog.Judged("test", at: #_sourceLocation)
        let hasEnded = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            for test in 0..<3 {
                for isUsed in [false, true] {
                    let own = (0..<4).map { number -> IsolationLog.Own in
                        let id = CallingID(number) { _ in
                            calls.increment()
                            log.note([], of: place)
                        }
                        let location = CodeLocation(fileID: elsewhere, line: 1)
                        let key = Key(String.self, id: AnyHashable(id))
                        let binding = IsolationLog.Binding(key: key, location: location, assigner: nil)
                        let isUsed = isUsed && number < test
                        return IsolationLog.Own(binding: binding, isUsed: isUsed, isOfSuite: false)
                    }
                    log.note(own, of: place)
                }
            }
            log.end()
            hasEnded.signal()
        }
        guard hasEnded.wait(timeout: .now() + .seconds(60)) == .success else {
            Issue.record("The log hangs.")
            return
        }
        #expect(calls.count > 20)
        // The bindings of the numbers 0 and 1 were used.
        #expect(issues.count == 2)
    }
}
