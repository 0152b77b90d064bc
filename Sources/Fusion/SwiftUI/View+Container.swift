#if canImport(SwiftUI)
    import SwiftUI

    extension View {
        /// Sets the container for this view and the views inside it.
        ///
        /// ``InjectState`` and ``InjectObject`` resolve from this container. Other views read it from the environment,
        /// as `@Environment(\.container)`.
        ///
        /// ```swift
        /// import SwiftUI
        ///
        /// struct Window<Content: View>: View {
        ///     @State private var container = Container(parent: .main)
        ///     let content: Content
        ///
        ///     var body: some View { content.container(container) }
        /// }
        /// ```
        ///
        /// - Parameter container: The container, which should stay the same as long as the view exists.
        /// - Returns: The view with the container in its environment.
        nonisolated public func container(_ container: Container) -> some View {
            environment(\.injectedContainer, container)
        }
    }

    extension EnvironmentValues {
        /// The container that `container(_:)` set for the view, otherwise `Container.main`.
        ///
        /// ```swift
        /// import SwiftUI
        ///
        /// struct Greeting: View {
        ///     @Environment(\.container) private var container
        ///
        ///     var body: some View { Text(container.resolve(String.self) ?? "Hello") }
        /// }
        /// ```
        public var container: Container {
            get { injectedContainer ?? .main }
            set { injectedContainer = newValue }
        }

        /// The container that was set, or nil, which stands for the main container at the time of the lookup.
        var injectedContainer: Container? {
            get { self[InjectedContainer.self] }
            set { self[InjectedContainer.self] = newValue }
        }
    }

    private enum InjectedContainer: EnvironmentKey {
        static var defaultValue: Container? { nil }
    }
#endif
