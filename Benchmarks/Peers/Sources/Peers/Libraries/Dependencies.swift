import Dependencies
import Fixtures

private enum ClockKey: DependencyKey {
    static let liveValue: any Clock = SystemClock()
}

extension DependencyValues {
    fileprivate var systemClock: any Clock {
        get { self[ClockKey.self] }
        set { self[ClockKey.self] = newValue }
    }
}

private struct Model {
    @Dependency(\.systemClock) var clock
}

extension Peer {
    static let dependencies = {
        let model = Model()
        return Peer(
            name: "swift-dependencies",
            singletonAsProperty: { model.clock },
            override: {
                withDependencies {
                    $0.systemClock = mock
                } operation: {
                    Model().clock
                }
            }
        )
    }()
}
