import Fixtures
import Foundation
import Fusion
import Wormer

// What another thread or task may be doing meanwhile.

/// Runs a body while another thread makes a singleton for the first time.
func duringInitializer(in injector: Injector, _ body: () -> Void) {
    let (entered, leave, left) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    injector.bind(interface: (any Slow).self, toImplementation: LiveSlow.self, asSingleton: true) {
        entered.signal()
        leave.wait()
        return LiveSlow()
    }
    Thread.detachNewThread {
        _ = injector.instance(for: (any Slow).self)
        left.signal()
    }
    entered.wait()
    body()
    leave.signal()
    left.wait()
    injector.unbind(interface: (any Slow).self)
}

/// Runs a body while another task makes a singleton for the first time.
func duringAsyncInitializer(in injector: Injector, _ body: () -> Void) {
    let (entered, left) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    injector.bind(
        interface: (any Slow).self,
        toImplementation: LiveSlow.self,
        lifetime: .singleton,
        asyncInitializer: {
            entered.signal()
            for await _ in stream {}
            return LiveSlow()
        }
    )
    Task.detached {
        _ = try await injector.asyncInstance(for: (any Slow).self)
        left.signal()
    }
    entered.wait()
    body()
    continuation.finish()
    left.wait()
    injector.unbind(interface: (any Slow).self)
}

/// Runs a body while another thread is inside an override.
func duringOverride(_ body: () -> Void) {
    let (entered, leave, left) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
        Container.mock { _ in
        } then: {
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

/// Runs a body while another task is inside an override.
func duringAsyncOverride(_ body: () -> Void) {
    let (entered, left) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    Task.detached {
        await Container.mock { _ in
        } then: {
            entered.signal()
            for await _ in stream {}
        }
        left.signal()
    }
    entered.wait()
    body()
    continuation.finish()
    left.wait()
}
