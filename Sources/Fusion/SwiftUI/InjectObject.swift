#if canImport(SwiftUI)
    import Combine
    import SwiftUI

    /// A property of a view that owns an `ObservableObject`, which is a service of a container.
    ///
    /// ```swift
    /// import Combine
    /// import SwiftUI
    ///
    /// @MainActor final class AccountModel: ObservableObject {
    ///     @Published var name = "Ada"
    /// }
    ///
    /// extension Container {
    ///     @MainActor @Service var accountModel = AccountModel()
    /// }
    ///
    /// @available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
    /// struct AccountView: View {
    ///     @InjectObject(\.accountModel) private var model
    ///
    ///     var body: some View { Text(model.name) }
    /// }
    /// ```
    ///
    /// The first read in the view's body resolves the model, from the container that `container(_:)` set for the view,
    /// otherwise from the main container. The view keeps the model as long as SwiftUI keeps the view's state, and is
    /// updated when the model changes. `$model` has bindings to the properties of the model.
    ///
    /// If the view is created inside `Container.mock`, the model comes from that override.
    ///
    /// - Precondition: The service can be created. Otherwise a read ends the process with a message that names the file
    ///   and line of the property.
    @available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
    @propertyWrapper
    public struct InjectObject<Model: ObservableObject>: DynamicProperty {
        @Environment(\.injectedContainer) private var container
        @StateObject private var owner: ObjectOwner<Model>

        /// Injects a model that is declared as a property of `Container`.
        ///
        /// - Parameters:
        ///   - property: The model's property, such as `\.accountModel`.
        ///   - fileID: The file of the property, shown in errors.
        ///   - line: The line of the property, shown in errors.
        public init(_ property: KeyPath<Container, Model>, fileID: StaticString = #fileID, line: UInt = #line) {
            let service = LazyInject(property, fileID: fileID, line: line)
            _owner = StateObject(wrappedValue: ObjectOwner(service))
        }

        /// The model.
        @MainActor public var wrappedValue: Model {
            owner.model(from: container)
        }

        /// Bindings to the properties of the model.
        @MainActor public var projectedValue: ObservedObject<Model>.Wrapper {
            ObservedObject(wrappedValue: wrappedValue).projectedValue
        }
    }

    /// Keeps a model for a view, and passes on its changes.
    ///
    /// A `StateObject` is created without the view's environment, so it cannot be the model itself.
    private final class ObjectOwner<Model: ObservableObject>: ObservableObject {
        let objectWillChange = ObservableObjectPublisher()
        private let service: LazyInject<Model>
        private var changes: AnyCancellable?
        /// The model whose changes are passed on, because an override has another one.
        private weak var observed: Model?

        init(_ service: LazyInject<Model>) {
            self.service = service
        }

        func model(from container: Container?) -> Model {
            let model = service.service(from: container)
            if observed !== model {
                observed = model
                changes = model.objectWillChange.sink { [objectWillChange] _ in objectWillChange.send() }
            }
            return model
        }
    }
#endif
