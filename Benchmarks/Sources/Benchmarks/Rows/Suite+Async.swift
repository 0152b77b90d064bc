import Fixtures
import Wormer

// Asynchronous requests that do not have to wait, compared with synchronous requests, all in a task.

extension Suite {
    var asyncRows: [Row] {
        let injector = injector
        return [
            Row(
                "asyncInstance of a singleton, against instance",
                .times(4),
                subject: .task { for _ in 0..<$0 { use(try await injector.asyncInstance(for: (any Clock).self)) } },
                baseline: .task { for _ in 0..<$0 { use(injector.instance(for: (any Clock).self)) } }
            ),
            Row(
                "asyncInstance, auto-wired from two singletons, against instance",
                .times(4),
                subject: .task { for _ in 0..<$0 { use(try await injector.asyncInstance(for: (any Report).self)) } },
                baseline: .task { for _ in 0..<$0 { use(injector.instance(for: (any Report).self)) } }
            ),
        ]
    }
}
