// A stand-in for SwiftUI on platforms without it, with the declarations that the documents use. It draws nothing.

@_exported import Observation

@MainActor @preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError("has no body") }
}

@resultBuilder
public struct ViewBuilder {
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(
        _ content: repeat each Content
    ) -> TupleView<repeat each Content> {
        TupleView()
    }
}

public struct EmptyView: View {
    nonisolated public init() {}
    public var body: Never { fatalError("has no body") }
}

public struct TupleView<each Content: View>: View {
    nonisolated init() {}
    public var body: Never { fatalError("has no body") }
}

public struct Text: View {
    nonisolated public init(_ text: some StringProtocol) {}
    public var body: Never { fatalError("has no body") }
}

public struct Button: View {
    nonisolated public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {}
    public var body: Never { fatalError("has no body") }
}

@propertyWrapper
public struct State<Value> {
    public var wrappedValue: Value {
        get { initial }
        nonmutating set {}
    }
    private let initial: Value

    public init(wrappedValue: Value) {
        initial = wrappedValue
    }
}

extension State: Sendable where Value: Sendable {}

public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

public struct EnvironmentValues: Sendable {
    public subscript<Key: EnvironmentKey>(_: Key.Type) -> Key.Value {
        get { Key.defaultValue }
        set {}
    }
}

@propertyWrapper
public struct Environment<Value> {
    public let wrappedValue: Value

    public init(_ property: KeyPath<EnvironmentValues, Value>) {
        wrappedValue = EnvironmentValues()[keyPath: property]
    }
}

extension Environment: Sendable where Value: Sendable {}

extension View {
    nonisolated public func environment<Value>(
        _ property: WritableKeyPath<EnvironmentValues, Value>,
        _ value: Value
    ) -> some View { self }
    nonisolated public func task(_ action: @escaping @isolated(any) @Sendable () async -> Void) -> some View { self }
}

@MainActor @preconcurrency
public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder var body: Body { get }
}

extension Never: Scene {}

@resultBuilder
public struct SceneBuilder {
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content: View>: Scene {
    nonisolated public init(@ViewBuilder content: () -> Content) {}
    public var body: Never { fatalError("has no body") }
}

@MainActor @preconcurrency
public protocol App {
    associatedtype Body: Scene
    @SceneBuilder var body: Body { get }
    init()
}

extension App {
    public static func main() {}
}

/// The body is compiled and never called.
@freestanding(declaration)
public macro Preview(_ name: String? = nil, @ViewBuilder body: @escaping @MainActor () -> any View) =
    #externalMacro(module: "SwiftUIMacros", type: "PreviewMacro")
