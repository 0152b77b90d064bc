import Fusion
import Testing
import Wormer

@Suite("Container.mock accepts an asynchronous body")
struct AsyncMockTests {
    @Test("An override applies in child tasks, in unstructured tasks and after a suspension")
    func childTasks() async {
        await withEmptyMain {
            let injector = Injector.default
            let names = await Container.mock {
                $0.marker = Marker("mock")
                $0.bind(.singleton, value: Marker("bound"))
            } then: {
                async let first = Container.marker.name
                async let second = injector.instance(for: Marker.self).name
                let grouped = await withTaskGroup(of: String.self) { group in
                    for _ in 0..<4 {
                        group.addTask {
                            await Task.yield()
                            return Owner().service.name
                        }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                let unstructured = await Task { Container.marker.name }.value
                return await [first, second, unstructured, Container.marker.name] + grouped
            }
            #expect(names == ["mock", "bound"] + Array(repeating: "mock", count: 6))
            #expect(Container.marker.name == "live")
        }
    }

    @Test("An override does not apply in a detached task")
    func detachedTasks() async {
        // The container is created outside any override, so the detached task uses the same container.
        let container = Container()
        container.bind(value: "outside")
        let names = await container.mock {
            $0.bind(value: "inside")
            $0.marker = Marker("mock")
        } then: {
            await Task.detached {
                [
                    container.resolve(String.self), container.injector.safeInstance(for: String.self),
                    container.marker.name,
                ]
            }.value
        }
        #expect(names == ["outside", "outside", "live"])
    }

    @MainActor
    @Test("Container.mock runs an asynchronous body on the actor of its caller")
    func isolation() async {
        final class Screen { var text = "" }
        let screen = Screen()
        let container = Container()
        await container.mock {
            $0.bind(value: "inside")
        } then: {
            MainActor.assertIsolated()
            await Task.yield()
            screen.text = container.resolveAssert(String.self)
        }
        #expect(screen.text == "inside")
    }
}
