import Fusion
import Testing
import Wormer
import WormerTesting

private func late(_ line: Int, _ interface: String = "String") -> String {
    """
    WormerTestingTests/Elsewhere.swift:\(line): \(interface) was requested after the test had ended.
      requested at  WormerTestingTests/Elsewhere.swift:\(line)
      to do         Await the task that requests it before the test returns.
    """
}

private let synchronous = LeftBehind()
private let waiting = LeftBehind()
private let ofTwo = [LeftBehind(), LeftBehind()]
private let onTime = LeftBehind()
private let ignored = LeftBehind()
private let inner = LeftBehind()
private let service = LeftBehind()

/// Asks as if the call stood on a line of another file.
private func ask(line: UInt) {
    _ = Injector.default.safeInstance(for: String.self, fileID: "WormerTestingTests/Elsewhere.swift", line: line)
}

@Suite("A request that comes when its test has ended is an issue of its own file and line")
struct LateRequestTests {
    @Test("A synchronous one", .reporting(late(1), afterwards: synchronous.finish), .isolatedBindings)
    func synchronously() async {
        await synchronous.start { ask(line: 1) }
    }

    @Test("One that waits", .reporting(late(2, "String (id: 1)"), afterwards: waiting.finish), .isolatedBindings)
    func asynchronously() async {
        await waiting.start {
            let fileID: StaticString = "WormerTestingTests/Elsewhere.swift"
            _ = try? await Injector.default.asyncInstance(for: String.self, id: 1, fileID: fileID, line: 2)
        }
    }

    @Test(
        "One of each case",
        .reporting(
            late(3),
            late(3),
            afterwards: {
                for one in ofTwo { await one.finish() }
            }
        ),
        .isolatedBindings,
        arguments: 0..<2
    )
    func cases(number: Int) async {
        await ofTwo[number].start { ask(line: 3) }
    }

    @Test("Not one that comes in time", .reporting(), .isolatedBindings)
    func inTime() async {
        await onTime.start { ask(line: 5) }
        await onTime.finish()
    }

    @Test(
        "Not, if that is switched off",
        .reporting(afterwards: ignored.finish),
        .isolatedBindings(ignoring: [.lateRequest])
    )
    func switchedOff() async {
        await ignored.start { ask(line: 6) }
    }

    @Test(
        "What it is given is the binding of its test",
        .reporting(late(7), afterwards: service.finish),
        .isolatedBindings
    )
    func given() async {
        Injector.default.bindText("of the test", line: 8)
        #expect(Injector.default.instance(for: String.self) == "of the test")
        await service.start {
            let fileID: StaticString = "WormerTestingTests/Elsewhere.swift"
            let text = Injector.default.safeInstance(for: String.self, fileID: fileID, line: 7)
            #expect(text == "of the test")
        }
    }
}

@Suite(
    "A request that is late for a suite in a suite is reported once",
    .reporting(late(12), afterwards: inner.finish),
    .isolatedBindings
)
struct LateInSuiteTests {
    @Suite("The inner one", .isolatedBindings)
    struct InnerTests {
        // The outer trait reported it again.
        @Test("Leaves a task behind")
        func leavesTask() async {
            await inner.start { ask(line: 12) }
        }
    }
}
