import Foundation
import Testing
import Wormer

@Suite("What a lookup still uses is kept, and ends")
struct KeptWhileUsedTests {
    /// A weak reference that closures share.
    private final class Weak: @unchecked Sendable { weak var witness: Witness? }

    private let injector = Injector(parent: nil)

    @Test("A factory that resets its injector inside an override keeps what it captured")
    func resetInside() {
        let (resets, isKept) = (Shared(false), Shared<Bool?>(nil))
        let reference = Weak()
        func bind() {
            let witness = Witness()
            reference.witness = witness
            injector.bindMake(Piece.self) { [injector, witness] in
                if resets.value {
                    injector.unbindAll()
                    isKept.change { $0 = reference.witness != nil }
                }
                return Piece("\(ObjectIdentifier(witness))")
            }
        }
        inOverride {
            bind()
            _ = injector.instance(for: Piece.self)
            resets.change { $0 = true }
            _ = injector.instance(for: Piece.self)
        }
        #expect(isKept.value == true)
    }

    @Test("An instance that a task completes after a scope with values has ended is ended", arguments: [false, true])
    func lateInScope(hasValue: Bool) async throws {
        let scope = Scope("visit")
        let (gate, ended) = (Gate(), Shared(0))
        injector.bind(Int.self, lifetime: .scope(scope), to: .provided)
        let hasBegun = DispatchSemaphore(value: 0)
        let factory = Factory<Piece>.async {
            hasBegun.signal()
            await gate.pass()
            return Piece("late")
        }.onEnd { _ in ended.increment() }
        injector.bind(Piece.self, lifetime: .scope(scope), to: factory)
        let visit = { @Sendable [injector] () throws -> Task<Piece, any Error> in
            let begin = {
                let task = Task { try await injector.asyncInstance(for: Piece.self) }
                hasBegun.wait()
                return task
            }
            return if hasValue {
                try injector.withScope(scope, providing: 1) { begin() }
            } else {
                try injector.withScope(scope) { begin() }
            }
        }
        // The thread waits, so it must not be one that the task may need.
        let task = try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try visit() }) }
        }
        await gate.open()
        _ = try await task.value
        #expect(await eventually { ended.value == 1 })
    }

    @Test("An onEnd that outlives the factory that started it looks up a resolution instance")
    func lateResolution() async throws {
        let (gate, got) = (Gate(), Shared<Piece?>(nil))
        injector.bind(Piece.self, lifetime: .resolution, to: .make { Piece("resolved") })
        injector.bindMake(String.self, lifetime: .singleton) {
            "inside"
        } onEnd: { [injector] _ async in
            await gate.pass()
            let piece = injector.safeInstance(for: Piece.self)
            got.change { $0 = piece }
        }
        injector.bindAsync(Int.self, lifetime: .singleton) { [injector] in
            Override().run(onErrors: { _ in }) { _ = injector.instance(for: String.self) }
            return 1
        }
        _ = try await injector.asyncInstance(for: Int.self)
        await gate.open()
        #expect(await eventually { got.value?.name == "resolved" })
    }
}

#if os(macOS) || os(Linux)
    extension KeptWhileUsedTests {
        @Test("A contribution uses the main injector that an earlier contribution's factory has replaced")
        func contributions() async {
            await #expect(processExitsWith: .success) {
                Main.current = Main(injector: Injector(parent: nil), facade: nil)
                let replaces = Shared(false)
                Injector.default.bind(Int.self, to: .make { 7 })
                let factory = Factory<String>.make {
                    if replaces.value { Main.current = Main(injector: Injector(parent: nil), facade: nil) }
                    return "first"
                }
                Injector.default.contribute(to: String.self, factory)
                Injector.default.contribute(
                    to: String.self,
                    .make { (injector: Injector) in "\(injector.safeInstance(for: Int.self) ?? 0)" }
                )
                for isLast in [false, false, true] {
                    replaces.change { $0 = isLast }
                    precondition(Injector.default.instances(for: String.self) == ["first", "7"])
                }
                precondition(Injector.default.instances(for: String.self).isEmpty)
            }
        }
    }
#endif
