import Fusion
import Testing
import Wormer
import WormerTesting

private func late(_ line: Int, _ interface: String = "String") -> String {
    """
    WormerTestingTests/Elsewhere.swift:\(line): \(interface) was looked up after the test had ended.
      looked up at  WormerTestingTests/Elsewhere.swift:\(line)
      to do         Await the task that resolves it before the test returns.
    """
}

private let waiting = LateTask()
private let ofTwo = [LateTask(), LateTask()]
private let onTime = LateTask()
private let inner = LateTask()
private let service = LateTask()

/// Resolves with the location of a line in another file.
private func resolve(line: UInt) {
    _ = Injector.default.safeInstance(for: String.self, fileID: elsewhere, line: line)
}

@Suite("A lookup after the end of its test is an issue at the line of the lookup")
struct LateLookupTests {
    @Test(
        "A late awaited lookup is an issue",
        .reporting(late(2, "String (id: 1)"), afterwards: waiting.finish),
        .isolatedBindings
    )
    func asynchronously() async {
        await waiting.start {
            _ = try? await Injector.default.asyncInstance(for: String.self, id: 1, fileID: elsewhere, line: 2)
        }
    }

    @Test(
        "A late lookup of each test case is an issue",
        .reporting(late(3), late(3), afterwards: { for one in ofTwo { await one.finish() } }),
        .isolatedBindings,
        arguments: 0..<2
    )
    func cases(number: Int) async {
        await ofTwo[number].start { resolve(line: 3) }
    }

    @Test("A lookup before the end of its test is no issue", .reporting(), .isolatedBindings)
    func inTime() async {
        await onTime.start { resolve(line: 5) }
        await onTime.finish()
    }

    @Test(
        "A late lookup returns the binding of its test",
        .reporting(late(7), afterwards: service.finish),
        .isolatedBindings
    )
    func given() async {
        Injector.default.bindText("of the test", line: 8)
        #expect(Injector.default.instance(for: String.self) == "of the test")
        await service.start {
            let text = Injector.default.safeInstance(for: String.self, fileID: elsewhere, line: 7)
            #expect(text == "of the test")
        }
    }
}

@Suite(
    "A late lookup in a nested suite is reported once",
    .reporting(late(12), afterwards: inner.finish),
    .isolatedBindings
)
struct LateInSuiteTests {
    @Suite("A nested suite has its own isolation", .isolatedBindings)
    struct InnerTests {
        @Test("A task that a test starts can look up an instance after the end of the test")
        func leavesTask() async {
            await inner.start { resolve(line: 12) }
        }
    }
}
