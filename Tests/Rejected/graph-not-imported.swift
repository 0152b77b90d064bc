// error: 'explain' is unavailable: Write 'import WormerGraph', and depend on the product of this name.
// error: 'explain(_:id:)' is unavailable: Write 'import WormerGraph', and depend on the product of this name.
// error: 'graph' is unavailable: Write 'import WormerGraph', and depend on the product of this name.
// error: 'timeline' is unavailable: Write 'import WormerGraph', and depend on the product of this name.
// error: 'verify()' is unavailable: Write 'import WormerGraph', and depend on the product of this name.
// error: 'verifyInstances()' is unavailable: Write 'import WormerGraph', and depend on the product of this name.
import Fusion
import Wormer

extension Container {
    @Service var limit: Int = 1
}

func check(_ injector: Injector, _ container: Container) async throws {
    try injector.verify()
    let verification = try await injector.verifyInstances()
    print(injector.graph, injector.explain(Int.self), injector.explain(Int.self, id: "limit"))
    print(container.injector.explain(\Container.limit))
    print(try await injector.timeline {})
}
