import Compat
import Testing

// The code of the tutorial. A log replaces the console, and the types below replace SwiftUI.

private final class Console {
    private(set) var lines: [String] = []

    func print(_ line: String) { lines.append(line) }
}

private class MyDependency: Injectable {
    let console = Console()

    func doSomething() { console.print("Next level injection 💉") }
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

    init(_ title: String, action: @escaping () -> Void) { (self.title, self.action) = (title, action) }
}

private struct ContentView {
    @Inject var dependency: MyDependency

    var body: Button { Button("Tap Me", action: dependency.doSomething) }
}

private struct MyApp {
    private let manager = DependencyManager()

    var body: ContentView { ContentView() }
}

@Suite("The code of the tutorial works unchanged")
struct TutorialTests {
    @Test("The views of an app with a dependency manager get their dependencies")
    func app() async {
        await withEmptyResolver {
            let view = MyApp().body
            view.body.action()
            #expect(view.body.title == "Tap Me")
            #expect(view.dependency.console.lines == ["Next level injection 💉"])
        }
    }

    @Test("resolve() and @Inject return the added object in a struct, a class and a function")
    func wrappers() async {
        final class Screen { @Inject var dependency: MyDependency }
        await withEmptyResolver {
            let added = MyDependency()
            Resolver.shared.add(added)
            let resolved: MyDependency = Resolver.shared.resolve()
            @Inject var local: MyDependency
            func use(_ dependency: MyDependency) -> Bool { dependency === added }
            #expect(resolved === added && local === added)
            #expect(ContentView().dependency === added && Screen().dependency === added)
            #expect(use(Resolver.shared.resolve()))
        }
    }

    @Test("@Inject resolves once, when its owner is created; another object replaces and releases the first")
    func resolvedOnce() async {
        await withEmptyResolver {
            weak var first: MyDependency?
            do {
                let added = MyDependency()
                first = added
                Resolver.shared.add(added)
                let view = ContentView()
                let second = MyDependency()
                Resolver.shared.add(second)
                #expect(view.dependency === added)
                #expect(ContentView().dependency === second)
            }
            #expect(isSoon { first == nil })
        }
    }
}

private protocol Described: Injectable, CustomStringConvertible, CustomDebugStringConvertible {
    var readings: Tally { get }
}

extension Described {
    var description: String { "described \(readings.increment())" }
    var debugDescription: String { "debugged \(readings.increment())" }
}

@Suite("The resolver finds objects by their type and not by their description")
struct DescriptionTests {
    private struct Settings: Injectable, Equatable { var volume = 11 }

    private enum Mode: Injectable { case fast, slow }
    private enum Other { struct Settings: Injectable, Equatable { var volume = 7 } }

    private struct Label: Described { let readings = Tally() }
    private final class Lamp: Described { let readings = Tally() }

    @Test("A struct as it was when added, a case, and types with their own description are found")
    func byType() async {
        await withEmptyResolver {
            var settings = Settings()
            let (label, lamp) = (Label(), Lamp())
            let all: [any Injectable] = [settings, Other.Settings(), Mode.slow, Label(), label, Lamp(), lamp]
            for injectable in all { Resolver.shared.add(injectable) }
            settings.volume = 3
            @Inject var injected: Settings
            @Inject var other: Other.Settings
            @Inject var mode: Mode
            #expect(injected == Settings(volume: 11) && other.volume == 7 && mode == .slow)
            #expect((Resolver.shared.resolve() as Label).readings === label.readings)
            #expect((Resolver.shared.resolve() as Lamp) === lamp)
            // Nobody reads the description.
            #expect(label.readings.count == 0 && lamp.readings.count == 0)
        }
    }
}
