#if canImport(SwiftUI)
    import SwiftUI

    /// A property of a view that owns an `@Observable` model, which is a service of a container.
    ///
    /// ```swift
    /// import SwiftUI
    ///
    /// @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    /// @MainActor @Observable final class AccountModel {
    ///     var name = "Ada"
    /// }
    ///
    /// @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    /// extension Container {
    ///     @MainActor @Service var accountModel = AccountModel()
    /// }
    ///
    /// @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    /// struct AccountView: View {
    ///     @InjectState(\.accountModel) private var model
    ///
    ///     var body: some View { Text(model.name) }
    /// }
    /// ```
    ///
    /// The first read in the view's body resolves the model, from the container that `container(_:)` set for the view,
    /// otherwise from the main container. The view keeps the model as long as SwiftUI keeps the view's state. `$model`
    /// has bindings to the properties of the model.
    ///
    /// If the view is created inside `Container.mock`, the model comes from that override.
    ///
    /// - Precondition: The service can be created. Otherwise a read ends the process with a message that names the file
    ///   and line of the property.
    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
    @propertyWrapper
    public struct InjectState<Model: AnyObject & Observable>: DynamicProperty {
        @Environment(\.injectedContainer) private var container
        @State private var service: LazyInject<Model>

        /// Injects a model that is declared as a property of `Container`.
        ///
        /// - Parameters:
        ///   - property: The model's property, such as `\.accountModel`.
        ///   - fileID: The file of the property, shown in errors.
        ///   - line: The line of the property, shown in errors.
        public init(_ property: KeyPath<Container, Model>, fileID: StaticString = #fileID, line: UInt = #line) {
            _service = State(wrappedValue: LazyInject(property, fileID: fileID, line: line))
        }

        /// The model.
        @MainActor public var wrappedValue: Model {
            service.service(from: container)
        }

        /// Bindings to the properties of the model.
        @MainActor public var projectedValue: Bindable<Model> {
            Bindable(wrappedValue)
        }
    }
#endif
