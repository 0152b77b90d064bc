import Fusion
import Testing
import Wormer

// These declarations are outside the tests, because the body of an exit test counts as one line.

private let lineOfTheProperty = UInt(#line) + 3

private struct View {
    @Inject var logger: Logger
}

private final class MissingOwner: Containerized {
    let container = Container()

    @Inject("slack") var logger: Logger
}

@Suite("@Inject resolves a service from a container")
struct InjectTests {
    @Test("@Inject resolves at every read, so that later bindings take effect")
    func everyRead() {
        struct Owner {
            @Inject var name: String
        }
        withEmptyMain {
            let owner = Owner()
            Container.bind(value: "first")
            #expect(owner.name == "first")
            Container.bind(value: "second")
            #expect(owner.name == "second")
        }
    }

    @Test("The identifier of @Inject can be written with or without a label")
    func identifiers() {
        struct Owner {
            @Inject("a") var text: String
            @Inject(id: "b") var labeled: String
            @Inject(1) var number: String
            @Inject(id: 1.0) var same: String
            @Inject(id: nil) var plain: String
        }
        withEmptyMain {
            Container.bind(value: "plain")
            Container.bind(id: "a", value: "foo")
            Container.bind(id: "b", value: "bar")
            Container.bind(id: 1, value: "one")
            let owner = Owner()
            #expect(
                [owner.text, owner.labeled, owner.number, owner.same, owner.plain]
                    == ["foo", "bar", "one", "one", "plain"]
            )
        }
    }

    @Test("The 'container:' of @Inject selects the container, in any kind of owner")
    func containers() {
        let chosen = Container()
        chosen.bind(value: "chosen")
        chosen.bind(id: "a", value: "chosen a")
        struct Value {
            @Inject var plain: String
            @Inject("a") var text: String
            @Inject(id: "a") var labeled: String
            init(_ chosen: Container) {
                _plain = Inject(container: chosen)
                _text = Inject("a", container: chosen)
                _labeled = Inject(id: "a", container: chosen)
            }
        }
        final class Object: Containerized {
            let container = Container()
            @Inject var plain: String
            @Inject var own: String
            init(_ chosen: Container) {
                _plain = Inject(container: chosen)
                container.bind(value: "own")
            }
        }
        withEmptyMain {
            Container.bind(value: "main")
            @Inject(container: chosen) var local: String
            @Inject("a", container: chosen) var localText: String
            @Inject(id: "a", container: chosen) var localLabeled: String
            #expect([local, localText, localLabeled] == ["chosen", "chosen a", "chosen a"])
            let value = Value(chosen)
            #expect([value.plain, value.text, value.labeled] == ["chosen", "chosen a", "chosen a"])
            let object = Object(chosen)
            #expect([object.plain, object.own] == ["chosen", "own"])
        }
    }

    @Test("In a Containerized class, @Inject uses the container of the object")
    func containerized() {
        final class MyEnclosingType: Containerized {
            let container: Container

            @Inject var string: String
            @Inject var int: Int

            init(container: Container) {
                self.container = container
            }
        }
        withEmptyMain {
            Container.bind(value: "main")
            let container = Container()
            container.register(value: "Howdy")
            container.register(value: 42)
            let myType = MyEnclosingType(container: container)
            #expect(myType.string == "Howdy")
            #expect(myType.int == 42)
            let other = Container(parent: container)
            other.register(value: "Hello")
            #expect(MyEnclosingType(container: other).string == "Hello")
            #expect(MyEnclosingType(container: other).int == 42)
        }
    }

    @Test("In a subclass of a Containerized class, @Inject uses the container of the object")
    func subclasses() {
        class Base: Containerized {
            let container: Container
            @Inject var string: String
            @Inject("a") var text: String
            init(container: Container) { self.container = container }
        }
        final class Derived: Base {
            @Inject var int: Int
        }
        class Plain {
            @Inject var string: String
        }
        final class Late: Plain, Containerized {
            let container: Container
            init(container: Container) { self.container = container }
        }
        withEmptyMain {
            Container.bind(value: "main")
            let container = Container()
            container.bind(value: "own")
            container.bind(id: "a", value: "own a")
            container.bind(value: 42)
            let derived = Derived(container: container)
            #expect([derived.string, derived.text] == ["own", "own a"])
            #expect(derived.int == 42)
            #expect(Late(container: container).string == "own")
            #expect(Plain().string == "main")
        }
    }

    @Test("In any other class, @Inject uses the main container at the time of the read")
    func plainClasses() {
        final class Owner {
            @Inject var string: String
        }
        withEmptyMain {
            let owner = Owner()
            Container.bind(value: "main")
            #expect(owner.string == "main")
            Container.main = Container()
            Container.bind(value: "new main")
            #expect(owner.string == "new main")
        }
    }

    @Test("An optional @Inject property is nil if nothing is bound")
    func optionals() {
        struct Owner {
            @Inject var logger: Logger?
        }
        withEmptyMain {
            #expect(Owner().logger == nil)
            Container.bind(Logger.self, value: RemoteLogger())
            #expect(Owner().logger?.name == "remote")
        }
    }

    @Test("@Inject accepts a key path, a function and an optional identifier")
    func otherSpellings() {
        let kept: KeyPath<Container, String> = \.spelled
        let identifier: String? = "optional"
        let none: String? = nil
        let container = Container()
        container.bind(value: "plain")
        container.bind(id: "optional", value: "identified")
        struct Owner {
            @Inject(\Container.spelled) var rooted: String
            @Inject var kept: String
            @Inject({ @Sendable in $0.spelled + "!" }) var made: String
            @Inject var optional: String
            @Inject var none: String
        }
        let owner = Owner(
            kept: Inject(kept, container: container),
            optional: Inject(identifier, container: container),
            none: Inject(none, container: container)
        )
        #expect(owner.rooted == "spelled")
        #expect(owner.kept == "spelled")
        #expect(owner.made == "spelled!")
        #expect(owner.optional == "identified")
        #expect(owner.none == "plain")
    }
}

extension Container {
    @Service fileprivate var spelled: String = "spelled"
}

#if os(macOS) || os(Linux)
    extension InjectTests {
        @Test("A missing service of @Inject ends the process with the line of the property")
        func missing() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                View().logger.log("never")
            }
            #expect(
                result?.fatalErrorText == """
                    FusionTests/InjectTests.swift:LINE: Fatal error: Cannot inject Logger: nothing is bound to it.
                      to do         Bind it before it is resolved:
                                    Container.main.bind(Logger.self, to: .make { <#Logger#> })
                    """
            )
            #expect(result?.standardError.contains("InjectTests.swift:\(lineOfTheProperty): Fatal error: ") == true)
        }

        @Test("A service that only the main container has ends the process in an object with its own container")
        func missingInContainerized() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Container.bind(Logger.self, id: "slack", value: RemoteLogger())
                let owner = MissingOwner()
                owner.container.bind(Logger.self, value: RemoteLogger())
                owner.logger.log("never")
            }
            #expect(
                result?.fatalErrorText == """
                    FusionTests/InjectTests.swift:LINE: Fatal error: Cannot inject Logger (id: "slack"): nothing is \
                    bound to it.
                      near misses   Logger (id: "slack") in the main container, bound at \
                    FusionTests/InjectTests.swift:LINE
                      to do         Resolve it there, or create the container with 'Container(parent: .main)':
                                    Container.main.resolveAssert(Logger.self, id: "slack")
                    """
            )
        }

        @Test("resolveAssert ends the process with the path to a missing dependency")
        func missingDependency() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Container.bind(Database.self) { PostgresDatabase(logger: $0.resolve(Logger.self)) }
                Container.bind(.singleton, to: JobQueue.self, id: 1) {
                    DatabaseQueue(database: $0.resolveAssert(Database.self))
                }
                _ = Container.resolveAssert(JobQueue.self, id: 1)
            }
            #expect(
                result?.fatalErrorText == """
                    FusionTests/InjectTests.swift:LINE: Fatal error: Cannot inject Logger: nothing is bound to it.
                      path          JobQueue (id: 1), looked up at FusionTests/InjectTests.swift:LINE, bound at \
                    FusionTests/InjectTests.swift:LINE
                                    Database, looked up at FusionTests/InjectTests.swift:LINE, bound at \
                    FusionTests/InjectTests.swift:LINE
                                    Logger, looked up at FusionTests/InjectTests.swift:LINE
                      to do         Bind it before it is resolved:
                                    Container.main.bind(Logger.self, to: .make { <#Logger#> })
                    """
            )
        }
    }
#endif
