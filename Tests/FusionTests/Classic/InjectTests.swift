import Fusion
import Testing
import Wormer

// The introduction of the Fusion 0.4 guide.

private struct CreateAccountView {
    @Inject var logger: Logger

    func createAccount(for email: String) { logger.log("Creating an account for \(email).") }
}

@Suite("@Inject resolves a service from a container")
struct InjectTests {
    @Test("@Inject resolves at every read, so that a test that binds another logger affects existing views")
    func everyRead() {
        withEmptyMain {
            let log = Log()
            let view = CreateAccountView()
            Container.main.bind(Logger.self, value: RemoteLogger(log: log))
            view.createAccount(for: "a@example.com")
            Container.bind(Logger.self, value: ConsoleLogger(log: log))
            view.createAccount(for: "b@example.com")
            Container.main = Container()
            Container.bind(Logger.self, value: RemoteLogger(log: log))
            view.createAccount(for: "c@example.com")
            #expect(
                log.lines == [
                    "remote: Creating an account for a@example.com.",
                    "console: Creating an account for b@example.com.",
                    "remote: Creating an account for c@example.com.",
                ]
            )
        }
    }

    @Test("@Inject with an identifier resolves what is bound with it")
    func identifiers() {
        struct Owner {
            @Inject("a") var text: String
            @Inject(1) var number: String
            @Inject(1.0) var same: String
        }
        withEmptyMain {
            Container.bind(value: "plain")
            Container.bind(id: "a", value: "foo")
            Container.bind(id: 1, value: "one")
            let owner = Owner()
            #expect([owner.text, owner.number, owner.same] == ["foo", "one", "one"])
            #expect(Container.resolve(String.self, id: "c") == nil)
        }
    }

    @Test("The 'container:' of @Inject selects the container, in any kind of owner")
    func containers() {
        let chosen = Container()
        chosen.bind(value: "chosen")
        chosen.bind(id: "title", value: "chosen title")
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
            @Inject("title", container: chosen) var title: String
            #expect([local, title] == ["chosen", "chosen title"])
            #expect(Poster(chosen).texts == ["chosen", "chosen title", "chosen title"])
            let object = Object(chosen)
            #expect([object.plain, object.own] == ["chosen", "own"])
        }
    }

    @Test("In a Containerized class and its subclasses, @Inject uses the object's container")
    func containerized() {
        class MyEnclosingType: Containerized {
            let container: Container

            @Inject var string: String
            @Inject("a") var text: String

            init(container: Container) { self.container = container }
        }
        final class Derived: MyEnclosingType { @Inject var int: Int }
        class Plain { @Inject var string: String }
        final class Late: Plain, Containerized {
            let container: Container
            init(container: Container) { self.container = container }
        }
        withEmptyMain {
            Container.bind(value: "main")
            let container = Container()
            container.register(value: "Howdy")
            container.register(id: "a", value: "Howdy a")
            container.register(value: 42)
            let myType = Derived(container: container)
            #expect([myType.string, myType.text] == ["Howdy", "Howdy a"])
            #expect(myType.int == 42)
            let other = Container(parent: container)
            other.register(value: "Hello")
            #expect(MyEnclosingType(container: other).string == "Hello")
            #expect(Derived(container: other).int == 42)
            #expect(Late(container: container).string == "Howdy")
            #expect(Plain().string == "main")
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
        #expect([owner.rooted, owner.kept, owner.made] == ["spelled", "spelled", "spelled!"])
        #expect([owner.optional, owner.none] == ["identified", "plain"])
    }
}

extension Container { @Service fileprivate var spelled: String = "spelled" }
