#if canImport(SwiftUI)
    import Fusion
    import SwiftUI
    import Testing
    import WormerTesting

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    @MainActor @Observable final class Draft { var text = "empty" }

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    extension Container { @MainActor @Service var draft = Draft() }

    // There are no views here, because SwiftUI gives a view its environment and state only in a running app.
    @Suite("A view finds its container in the environment", .isolatedBindings)
    @MainActor struct SwiftUITests {
        @Test("The container of the environment is the main one, unless another one was set")
        func environment() {
            var values = EnvironmentValues()
            #expect(values.container === Container.main)
            let container = Container()
            values.container = container
            #expect(values.container === container)
        }

        @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
        @Test("A view's model is resolved at the first read, and kept")
        func model() {
            let state = InjectState(\.draft)
            state.wrappedValue.text = "changed"
            #expect(state.wrappedValue === state.wrappedValue)
            #expect(state.projectedValue.text.wrappedValue == "changed")
        }
    }
#endif
