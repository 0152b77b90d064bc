import Fixtures
import Foundation
import Fusion
import Wormer

// Situations: another thread blocks, or another task is suspended, while a body runs.

/// Runs a body while another thread blocks without using the library.
func duringPause(_ body: () -> Void) {
    duringThread({ $0() }, body)
}

/// Runs a body while another thread makes a singleton for the first time.
func duringInitializer(in injector: Injector, _ body: () -> Void) {
    duringThread(
        { pause in
            injector.bind(
                (any Slow).self,
                lifetime: .singleton,
                to: .make {
                    pause()
                    return LiveSlow()
                }
            )
            _ = injector.instance(for: (any Slow).self)
            injector.unbind((any Slow).self)
        },
        body
    )
}

/// Runs a body while another thread is inside an override.
func duringOverride(_ body: () -> Void) {
    duringThread({ pause in Container.mock({ _ in }, then: pause) }, body)
}

/// Runs a body while another task makes a singleton for the first time.
func duringAsyncInitializer(in injector: Injector, _ body: () -> Void) {
    duringTask(
        { pause in
            injector.bind(
                (any Slow).self,
                lifetime: .singleton,
                to: .async {
                    await pause()
                    return LiveSlow()
                }
            )
            _ = try await injector.asyncInstance(for: (any Slow).self)
            injector.unbind((any Slow).self)
        },
        body
    )
}

/// Runs a body while another task is inside an override.
func duringAsyncOverride(_ body: () -> Void) {
    duringTask({ pause in await Container.mock({ _ in }, then: pause) }, body)
}

/// Runs a body while another thread is inside the `pause` that it receives.
private func duringThread(
    _ other: @escaping @Sendable (_ pause: @escaping @Sendable () -> Void) -> Void,
    _ body: () -> Void
) {
    let (entered, left) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let leave = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        other {
            entered.signal()
            leave.wait()
        }
        left.signal()
    }
    entered.wait()
    body()
    leave.signal()
    left.wait()
}

/// Runs a body while another task is inside the `pause` that it receives.
private func duringTask(
    _ other: @escaping @Sendable (_ pause: @escaping @Sendable () async -> Void) async throws -> Void,
    _ body: () -> Void
) {
    let (entered, left) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    Task.detached {
        do {
            try await other {
                entered.signal()
                for await _ in stream {}
            }
        } catch {
            fatalError("\(error)")
        }
        left.signal()
    }
    entered.wait()
    body()
    continuation.finish()
    left.wait()
}
