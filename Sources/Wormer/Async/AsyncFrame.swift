/// A making that is under way in a task, and those around it.
///
/// It travels with the task and its children, as the stack of `Makings` stays with a thread.
final class AsyncFrame: @unchecked Sendable {
    // What changes here is guarded by `lock`.

    /// What is made, nil if this is a request for several instances, which share what they can.
    private let binding: AnyBinding?

    /// What others wait for, nil if the instance is not shared.
    let making: Making?

    /// What is shared by all that is made to answer the outermost request.
    let sharing: Keeping

    /// Notes what the initializer asks for, if nobody has yet.
    let observer: Observer?

    private let outer: AsyncFrame?
    private let lock = Lock()
    private var hasEnded = false

    @TaskLocal private static var innermost: AsyncFrame?

    init(_ binding: AnyBinding, making: Making?, observer: Observer?) {
        outer = AsyncFrame.current
        self.binding = binding
        self.making = making
        self.observer = observer
        sharing = outer?.sharing ?? Keeping()
    }

    /// Creates a frame for a request that is answered by several makings.
    private init(joining outer: AsyncFrame?) {
        self.outer = outer
        binding = nil
        making = nil
        observer = outer?.observer
        sharing = outer?.sharing ?? Keeping()
    }

    /// The innermost making of the current task.
    ///
    /// A task that an initializer started and left behind has inherited makings that are over.
    static var current: AsyncFrame? {
        var next = innermost
        while let frame = next, frame.lock.withLock({ frame.hasEnded }) {
            next = frame.outer
        }
        return next
    }

    /// The bindings from the outermost making down to the innermost.
    static var path: [AnyBinding] {
        var path: [AnyBinding] = []
        var next = current
        while let frame = next {
            frame.binding.map { path.append($0) }
            next = frame.outer
        }
        return path.reversed()
    }

    /// Whether an instance of `binding`, or of a copy of it in an override, is being made in this task already.
    static func contains(_ binding: AnyBinding) -> Bool {
        path.contains { $0.identity == binding.identity }
    }

    /// The makings of shared instances around the current point of the task.
    var makings: [Making] {
        (making.map { [$0] } ?? []) + (outer?.makings ?? [])
    }

    /// Runs an initializer as the innermost making.
    func run<Made>(_ make: () async throws -> Made) async throws -> Made {
        defer { lock.withLock { hasEnded = true } }
        return try await AsyncFrame.$innermost.withValue(self, operation: make)
    }

    /// Runs `body`, all of whose makings answer one request.
    static func jointly<Result>(_ body: () async throws -> Result) async throws -> Result {
        try await AsyncFrame(joining: current).run(body)
    }
}
