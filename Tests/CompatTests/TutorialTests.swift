import Compat
import Testing

// The code of the tutorial. A log replaces the console, and the types below replace SwiftUI.

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

@Suite("The code of the tutorial works unchanged")
struct TutorialTests {
    @Test("The views of an app with a dependency manager get their dependencies")
    func app() {
        withEmptyResolver {
            let view = MyApp().body
            view.body.tap()
            #expect(view.body.title == "Tap Me")
            #expect(view.dependency.console.lines == ["Next level injection 💉"])
        }
    }

    @Test("resolve() returns the added object of the inferred type")
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

    @Test("The shared resolver is one object")
    func shared() {
        #expect(Resolver.shared === Resolver.shared)
    }

    @Test("@Inject works in a struct, in a class and in a function")
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

    @Test("@Inject resolves once, when its owner is created")
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

    @Test("Adding another object of the same type replaces the first one and releases it")
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

    @Test("Two types with the same name in different scopes have separate objects")
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

    @Test("The objects of an array of injectables are added under their own types")
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

// Defect: the tutorial stores an object by `String(reflecting: injectable)` and looks up `String(reflecting: T.self)`.
// For a struct, and for any type with its own description, the two texts differ, and the object was never found.
@Suite("The resolver finds objects by their type and not by their description")
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

    @Test("A struct is found with the value it had when it was added")
    func plainStruct() {
        withEmptyResolver {
            var settings = Settings()
            Resolver.shared.add(settings)
            settings.volume = 3
            @Inject var injected: Settings
            #expect(injected == Settings(volume: 11))
        }
    }

    @Test("A struct with its own description is found")
    func describedStruct() {
        withEmptyResolver {
            Resolver.shared.add(Described(name: "a"))
            Resolver.shared.add(Described(name: "b"))
            @Inject var injected: Described
            #expect(injected.name == "b")
        }
    }

    @Test("Adding and resolving do not read the description of an object")
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

    @Test("A case of an enumeration is found by the enumeration")
    func enums() {
        withEmptyResolver {
            Resolver.shared.add(Mode.slow)
            let mode: Mode = Resolver.shared.resolve()
            #expect(mode == .slow)
        }
    }
}
