import Testing

@testable import Wormer

@Suite("A slot decides who constructs an instance, and who waits")
struct SlotTests {
    private let binding = FactoryBinding(
        Key(Int.self),
        nil,
        .singleton,
        Factory.async { 1 },
        at: CodeLocation(fileID: #fileID, line: #line)
    )
    private let task = Owner(number: 1, isThread: false)
    private var slot = Slot()

    private mutating func claim(by owner: Owner, as purpose: Claim.Purpose) -> Next {
        var gone: AnyInstance?
        return slot.claim(for: binding, by: owner, as: purpose, replacing: &gone)
    }

    @Test("What a task waits for that starts another one is made with the claim, and a drop ends it")
    mutating func claimInTask() throws {
        guard case .construct(let construction?) = claim(by: task, as: .inTask) else {
            throw PlannedFailure(description: "there is nothing to wait for")
        }
        slot.clear().abandon()
        #expect(construction.isOver)
        guard case .construct(nil) = claim(by: .thisThread, as: .constructing) else {
            throw PlannedFailure(description: "the slot was not empty")
        }
        #expect(slot.fill(with: Instance(1), by: task).waiting == nil)
        #expect(slot.instance == nil)
    }

    @Test("A thread takes over a slot that a task only prepares, and everybody waits for one that constructs")
    mutating func preparing() {
        _ = claim(by: task, as: .preparing)
        if case .wait(let construction) = claim(by: Owner(number: 2, isThread: false), as: .preparing) {
            #expect(!construction.isOver)
        } else {
            Issue.record("a second task does not wait for the first one")
        }
        if case .construct = claim(by: .thisThread, as: .constructing) {
        } else {
            Issue.record("the thread does not take the slot over")
        }
        for purpose in [Claim.Purpose.preparing, .constructing, .inTask] {
            if case .wait = claim(by: task, as: purpose) { continue }
            Issue.record("\(purpose) does not wait for the thread")
        }
    }
}
