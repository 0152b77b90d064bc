import Fusion
import Testing
import WormerTesting

private final class Line: Sendable {
    let text: String
    init(_ text: String) { self.text = text }
}

private enum Broken: Error { case once(Int) }

extension Container {
    @Service(.singleton) fileprivate var providedBase = Line("base")
    @Provides(.singleton) fileprivate func providedAlone() -> Line { Line("alone") }
    @Provides(.singleton) fileprivate func providedLine(id: Int) -> Line { Line("\(providedBase.text) \(id)") }
    @Provides(.singleton) fileprivate func providedText(_ text: String, count: Int = 1) -> Line { Line(text) }
    @Provides(.singleton) fileprivate func providedAsync(_ text: String) async throws -> Line {
        await Task.yield()
        return Line(text + providedLine(id: 1).text)
    }
    @Provides(.singleton) fileprivate func providedThrowing() throws -> Line { Line("throwing") }
    @Provides(.singleton, unavailableInTests: true) fileprivate func providedServer(_ number: Int) throws -> Line {
        Line("live")
    }
    @Provides(lifetime: .weak) fileprivate func providedWeak(id: Int) -> Line { Line("\(id)") }
    @Provides fileprivate func providedNew(_ text: String) -> Line { Line(text) }
    @Provides(.singleton) fileprivate func providedFailing() throws -> Line { throw Broken.once(1) }
    @MainActor @Provides(.singleton) fileprivate func providedOnMain(id: Int) -> Line { Line("main \(id)") }
    @Provides(.singleton, test: Line("test")) fileprivate func providedInTest(id: Int) -> Line { Line("live") }
}

private struct Reader: Sendable {
    @Inject(\.providedLineProvider) var line
    @Inject(\.providedAsyncProvider) var asynchronous
}

@Suite("Functions provide services")
struct ProvidesTests {
    @Test("Each isolated test has its own instances and functions", .isolatedBindings, arguments: 0..<40)
    func isolated(number: Int) async throws {
        if number.isMultiple(of: 2) {
            Container.main.providedLineProvider = { id in Line("test \(number), \(id)") }
        }
        let line = Container.main.providedLine(id: 1)
        await Task.yield()
        #expect(Container.main.providedLine(id: 1) === line)
        #expect(line.text == (number.isMultiple(of: 2) ? "test \(number), 1" : "base 1"))
        let other = try await Container.main.providedAsync("a")
        #expect(other.text == "a" + line.text)
        #expect(try await Container.main.providedAsync("a") === other)
    }

    @Test("An instance belongs to its arguments, and without a lifetime to its caller", .isolatedBindings)
    func arguments() {
        let container = Container.main
        #expect(container.providedAlone() === container.providedAlone())
        let line = container.providedLine(id: 1)
        #expect(container.providedLine(id: 1) === line && container.providedLine(id: 2) !== line)
        let text = container.providedText("a")
        #expect(container.providedText("a") === text && container.providedText("a", count: 2) !== text)
        #expect(container.providedNew("a") !== container.providedNew("a"))
        #expect(container.providedNew("a").text == "a")
    }

    @Test("In a test, the value for tests takes the place of the body", .isolatedBindings)
    func valuesForTests() {
        #expect(Container.main.providedInTest(id: 1).text == "test")
        #expect(Container.main.providedInTest(id: 1) === Container.main.providedInTest(id: 1))
        #expect(Container.main.providedInTest(id: 1) !== Container.main.providedInTest(id: 2))
    }

    @Test("An override of the function has instances of its own", .isolatedBindings)
    func override() async throws {
        let outside = Container.main.providedLine(id: 1)
        let reader = Reader()
        await Container.mock {
            $0.providedLineProvider = { Line("mock \($0)") }
        } then: {
            let inside = Container.main.providedLine(id: 1)
            #expect(inside.text == "mock 1")
            #expect(reader.line(1) === inside)
        }
        #expect(Container.main.providedLine(id: 1) === outside)
        #expect(reader.line(1) === outside)
    }

    @Test("A mock of another service borrows what exists for these arguments, and owns what is new", .isolatedBindings)
    func borrowing() {
        let outside = Container.main.providedLine(id: 1)
        Container.mock {
            $0.providedBase = Line("mock")
        } then: {
            #expect(Container.main.providedLine(id: 1) === outside)
            #expect(Container.main.providedLine(id: 2).text == "mock 2")
        }
        #expect(Container.main.providedLine(id: 2).text == "base 2")
    }

    @Test("After an assignment, and after its end, the earlier instances are dropped", .isolatedBindings)
    func assigning() {
        let container = Container.main
        let (line, alone) = (container.providedLine(id: 1), container.providedAlone())
        container.providedLineProvider = { Line("assigned \($0)") }
        container.providedAloneProvider = { Line("assigned") }
        let assigned = container.providedLine(id: 1)
        #expect(assigned.text == "assigned 1" && container.providedLine(id: 1) === assigned)
        #expect(container.providedAlone().text == "assigned" && container.providedAlone() === container.providedAlone())
        container.unassign(\.providedLineProvider)
        container.unassign(\.providedAloneProvider)
        #expect(container.providedLine(id: 1).text == "base 1" && container.providedLine(id: 1) !== line)
        #expect(container.providedAlone().text == "alone" && container.providedAlone() !== alone)
    }

    @Test("A wrapper that is created in an override calls its functions later")
    func remembered() async throws {
        let reader = await Container.mock {
            $0.providedLineProvider = { Line("mock \($0)") }
            $0.providedAsyncProvider = { Line("mock \($0)") }
        } then: {
            Reader()
        }
        #expect(reader.line(1).text == "mock 1")
        #expect(reader.line(1) === reader.line(1))
        #expect(try await reader.asynchronous("x").text == "mock x")
    }

    @Test("A capture calls the function outside an override", .isolatedBindings)
    func wrapping() {
        let outside = Injector.capture()
        Container.mock {
            $0.providedLineProvider = { id in
                Line("<" + outside.run { Container.main.providedLine(id: id).text } + ">")
            }
        } then: {
            #expect(Container.main.providedLine(id: 1).text == "<base 1>")
        }
    }

    @Test("A capture that was made outside every override calls the declared function from a mock")
    func wrappingOutside() async throws {
        let outside = Injector.capture()
        try await Container.mock {
            $0.providedLineProvider = { id in
                Line("<" + outside.run { Container.main.providedLine(id: id).text } + ">")
            }
            $0.providedAsyncProvider = { id in
                Line("<" + (try await outside.run { try await Container.main.providedAsync(id).text }) + ">")
            }
        } then: {
            #expect(Container.main.providedLine(id: 1).text == "<base 1>")
            let line = try await Container.main.providedAsync("x")
            #expect(line.text == "<xbase 1>")
        }
    }

    @Test("A child shares the instances of its parent, unless its own function is assigned", .isolatedBindings)
    func children() {
        let (parent, child) = (Container.main, Container(parent: .main))
        let line = child.providedLine(id: 1)
        #expect(parent.providedLine(id: 1) === line)
        child.providedLineProvider = { Line("child \($0)") }
        #expect(child.providedLine(id: 1).text == "child 1")
        #expect(parent.providedLine(id: 1) === line)
        child.unassign(\.providedLineProvider)
        #expect(child.providedLine(id: 1) === line)
    }

    @Test("A weak instance lives as long as somebody holds it", .isolatedBindings)
    func weak() {
        let first = Container.main.providedWeak(id: -1)
        for id in 0..<1000 { _ = Container.main.providedWeak(id: id) }
        #expect(Container.main.providedWeak(id: -1) === first)
    }

    @Test("What the body throws stays what it is", .isolatedBindings)
    func errors() {
        #expect(throws: Broken.self) { try Container.main.providedFailing() }
    }

    @Test("A reset drops all instances of a function, and the function that was assigned", .isolatedBindings)
    func resetting() {
        let container = Container.main
        let lines = [container.providedLine(id: 1), container.providedLine(id: 2), container.providedAlone()]
        container.reset(\.providedLineProvider)
        container.reset(\.providedAloneProvider)
        let later = [container.providedLine(id: 1), container.providedLine(id: 2), container.providedAlone()]
        #expect(zip(lines, later).allSatisfy { $0 !== $1 && $0.text == $1.text })
        container.providedLineProvider = { Line("assigned \($0)") }
        container.reset(\.providedLineProvider)
        #expect(container.providedLine(id: 1).text == "base 1")
    }

    @Test("An unimplemented function is an issue of the test, and goes on with its placeholder", .isolatedBindings)
    func unimplemented() async {
        let container = Container.main
        let calls = await issues {
            container.unimplemented(\.providedLineProvider, placeholder: { Line("placeholder \($0)") })
            #expect(container.providedLine(id: 1).text == "placeholder 1")
            #expect(container.providedLine(id: 1).text == "placeholder 1")
        }
        #expect(calls.count == 2)
        #expect(calls.allSatisfy { $0.contains("providedLine(id:): Line was looked up, but is unimplemented.") })
        container.unassign(\.providedLineProvider)
        #expect(container.providedLine(id: 1).text == "base 1")
        let failures = await issues {
            container.unimplemented(\.providedThrowingProvider)
            #expect(throws: InjectionError.self) { try container.providedThrowing() }
        }
        #expect(failures.count == 1)
        #expect(failures.first?.contains("providedThrowing(): ") == true)
    }

    @Test("A function that is unavailable in tests is an issue there, until one is assigned", .isolatedBindings)
    func unavailable() async {
        let found = await issues {
            #expect(throws: InjectionError.self) { try Container.main.providedServer(1) }
        }
        #expect(found.count == 1)
        #expect(found.first?.contains("providedServer(1): ") == true)
        Container.main.providedServerProvider = { Line("\($0)") }
        #expect(throws: Never.self) { try Container.main.providedServer(1) }
    }

    @MainActor @Test("A function of an actor creates its instances there", .isolatedBindings)
    func main() {
        #expect(Container.main.providedOnMain(id: 1) === Container.main.providedOnMainProvider(1))
    }
}
