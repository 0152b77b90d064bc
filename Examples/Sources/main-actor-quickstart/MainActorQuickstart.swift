import Wormer

/// Fills a reading list in a module whose default isolation is the main actor, like an app of a new Xcode project.
@main
enum MainActorQuickstart {
    static func main() async throws {
        bind(in: .default)
        print(try await Injector.default.verifyInstances())
        // Each line shows the actor of the binding, if it has one.
        print(Injector.default.explain(Catalog.self))
        print(Injector.default.explain(ReadingList.self))
        print()

        let list: ReadingList = Injector.default.instance()
        for number in ["0-306-40615-2", "0-19-853453-1", "0-306-40615-2", "0-8044-2957-X"] {
            await list.add(number)
        }
        list.show()
    }

    private static func bind(in injector: Injector) {
        // These factories belong to no actor, although this is the main actor. So every actor can resolve them.
        injector.bind(Catalog.self, to: .value(PrintedCatalog()))
        injector.bind(Library.self, lifetime: .singleton, to: .make { Library() })

        // This factory runs only on the main actor.
        injector.bind(ReadingList.self, lifetime: .singleton, to: .onMainActor { ReadingList() })
    }
}
