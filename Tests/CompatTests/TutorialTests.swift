import Compat
import Testing

// The tutorial's code as it stands, with a log in the place of the console. SwiftUI is played by the types below.

private final class Console {
    private(set) var lines: [String] = []

    func print(_ line: String) {
        lines.append(line)
    }
}

private class MyDependency: Injectable {
    let console = Console()

    func doSomething() {
        console.print("Next level injection 💉")
    }
}

private class DependencyManager {
    private let myDependency: MyDependency

    init() {
        self.myDependency = MyDependency()
        addDependencies()
    }

    private func addDependencies() {
        let resolver = Resolver.shared
        resolver.add(myDependency)
    }
}

private struct Button {
    let title: String
    let action: () -> Void

    init(_ title: String, action: @escaping () -> Void) {
        self.title = title
        self.action = action
    }

    func tap() {
        action()
    }
}

private struct ContentView {
    @Inject var dependency: MyDependency

    var body: Button {
        Button("Tap Me", action: dependency.doSomething)
    }
}

private struct MyApp {
    private let manager = DependencyManager()

    var body: ContentView {
        ContentView()
    }
}

@Suite("The tutorial, as it stands")
struct TutorialTests {
    @Test("An app that holds a dependency manager has views with everything that they need")
    func app() {
        withEmptyResolver {
            let view = MyApp().body
            view.body.tap()
            #expect(view.body.title == "Tap Me")
            #expect(view.dependency.console.lines == ["Next level injection 💉"])
        }
    }

    @Test("What was added is what is resolved, by the type that the result is used as")
    func addAndResolve() {
        withEmptyResolver {
            let added = MyDependency()
            Resolver.shared.add(added)
            let resolved: MyDependency = Resolver.shared.resolve()
            #expect(resolved === added)
            func use(_ dependency: MyDependency) -> Bool { dependency === added }
            #expect(use(Resolver.shared.resolve()))
        }
    }

    @Test("The resolver is one object for the whole process")
    func shared() {
        #expect(Resolver.shared === Resolver.shared)
    }

    @Test("A wrapper may stand in a struct, in a class and in a function")
    func wrappers() {
        final class Screen {
            @Inject var dependency: MyDependency
        }
        withEmptyResolver {
            let added = MyDependency()
            Resolver.shared.add(added)
            @Inject var local: MyDependency
            #expect(local === added)
            #expect(ContentView().dependency === added)
            #expect(Screen().dependency === added)
        }
    }

    @Test("The wrapper resolves once, when its owner is made")
    func resolvedOnce() {
        withEmptyResolver {
            let first = MyDependency()
            let second = MyDependency()
            Resolver.shared.add(first)
            let view = ContentView()
            Resolver.shared.add(second)
            #expect(view.dependency === first)
            #expect(ContentView().dependency === second)
        }
    }

    @Test("Adding another object of the type replaces the first and releases it")
    func replacing() {
        withEmptyResolver {
            weak var first: MyDependency?
            do {
                let added = MyDependency()
                first = added
                Resolver.shared.add(added)
            }
            #expect(first != nil)
            Resolver.shared.add(MyDependency())
            #expect(isSoon { first == nil })
        }
    }

    @Test("Types do not get into each other's way, even where they are spelled alike")
    func severalTypes() {
        enum One { struct Settings: Injectable { let value = 1 } }
        enum Two { struct Settings: Injectable { let value = 2 } }
        withEmptyResolver {
            Resolver.shared.add(One.Settings())
            Resolver.shared.add(Two.Settings())
            Resolver.shared.add(MyDependency())
            let one: One.Settings = Resolver.shared.resolve()
            let two: Two.Settings = Resolver.shared.resolve()
            #expect(one.value == 1)
            #expect(two.value == 2)
        }
    }

    @Test("Objects of a list of injectables are filed under the type of each")
    func existentials() {
        struct Settings: Injectable { let volume = 11 }
        withEmptyResolver {
            let dependency = MyDependency()
            let all: [any Injectable] = [dependency, Settings()]
            for injectable in all {
                Resolver.shared.add(injectable)
            }
            let resolved: MyDependency = Resolver.shared.resolve()
            let settings: Settings = Resolver.shared.resolve()
            #expect(resolved === dependency)
            #expect(settings.volume == 11)
        }
    }
}

// The tutorial files an object under `String(reflecting: injectable)` and looks for `String(reflecting: T.self)`. For a
// struct, and for anything with a description of its own, these are two different texts, and nothing was ever found.
@Suite("Objects are filed by their type, not by what they print")
struct DescriptionTests {
    private struct Settings: Injectable, Equatable {
        var volume = 11
    }

    private struct Described: Injectable, CustomStringConvertible, CustomDebugStringConvertible {
        let name: String
        var description: String { "described as \(name)" }
        var debugDescription: String { "debugged as \(name)" }
    }

    private final class DescribedObject: Injectable, CustomDebugStringConvertible {
        let tally: Tally
        init(_ tally: Tally) { self.tally = tally }
        var debugDescription: String {
            tally.increment()
            return "CompatTests.Other"
        }
    }

    private enum Mode: Injectable { case fast, slow }

    @Test("A struct without a description is found, as it was when it was added")
    func plainStruct() {
        withEmptyResolver {
            var settings = Settings()
            Resolver.shared.add(settings)
            settings.volume = 3
            @Inject var injected: Settings
            #expect(injected == Settings(volume: 11))
        }
    }

    @Test("A struct with descriptions of its own is found, whatever it says")
    func describedStruct() {
        withEmptyResolver {
            Resolver.shared.add(Described(name: "a"))
            Resolver.shared.add(Described(name: "b"))
            @Inject var injected: Described
            #expect(injected.name == "b")
        }
    }

    @Test("An object is not asked for its description")
    func describedObject() {
        withEmptyResolver {
            let tally = Tally()
            let added = DescribedObject(tally)
            Resolver.shared.add(added)
            @Inject var injected: DescribedObject
            #expect(injected === added)
            #expect(tally.count == 0)
        }
    }

    @Test("The case of an enum is found under the enum")
    func enums() {
        withEmptyResolver {
            Resolver.shared.add(Mode.slow)
            let mode: Mode = Resolver.shared.resolve()
            #expect(mode == .slow)
        }
    }
}
