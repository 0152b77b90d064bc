@_exported import Combine
@_exported import Observation

@MainActor @preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View { public var body: Never { fatalError("has no body") } }
extension View where Body == Never { public var body: Never { fatalError("has no body") } }

@resultBuilder
public struct ViewBuilder {
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(_ content: repeat each Content) -> EmptyView { EmptyView() }
    public static func buildEither<Content: View>(first: Content) -> EmptyView { EmptyView() }
    public static func buildEither<Content: View>(second: Content) -> EmptyView { EmptyView() }
}

public struct EmptyView: View { nonisolated public init() {} }
public struct Text: View { nonisolated public init(_ text: some StringProtocol) {} }
public struct Button: View {
    nonisolated public init(_ title: some StringProtocol, action: @escaping @MainActor () -> Void) {}
}
public struct TextField: View { nonisolated public init(_ title: some StringProtocol, text: Binding<String>) {} }
public struct VStack: View { nonisolated public init<Content: View>(@ViewBuilder content: () -> Content) {} }

public struct List: View {
    nonisolated public init<Elements: RandomAccessCollection, Row: View>(
        _ elements: Elements, @ViewBuilder row: @escaping (Elements.Element) -> Row
    ) where Elements.Element: Identifiable {}
}

@available(iOS 16, macOS 13, tvOS 16, watchOS 9, *)
public struct NavigationStack: View { nonisolated public init<Content: View>(@ViewBuilder content: () -> Content) {} }

public struct NavigationLink: View {
    nonisolated public init<Destination: View>(
        _ title: some StringProtocol, @ViewBuilder destination: () -> Destination
    ) {}
}

public protocol DynamicProperty {}

@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
    public var wrappedValue: Value { fatalError() }
    init(_ value: Value) {}
    public subscript<Member>(dynamicMember member: WritableKeyPath<Value, Member>) -> Binding<Member> { fatalError() }
}

@propertyWrapper
public struct State<Value>: DynamicProperty {
    public var wrappedValue: Value { fatalError() }
    public init(wrappedValue: Value) {}
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@propertyWrapper
@dynamicMemberLookup
public struct Bindable<Value: AnyObject & Observable> {
    public var wrappedValue: Value
    public init(_ wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public subscript<Member>(dynamicMember member: ReferenceWritableKeyPath<Value, Member>) -> Binding<Member> {
        fatalError()
    }
}

@propertyWrapper
public struct ObservedObject<Object: ObservableObject>: DynamicProperty {
    @MainActor public var wrappedValue: Object { fatalError() }
    @MainActor public var projectedValue: Wrapper { fatalError() }
    public init(wrappedValue: Object) {}

    @dynamicMemberLookup
    public struct Wrapper {
        public subscript<Member>(dynamicMember member: ReferenceWritableKeyPath<Object, Member>) -> Binding<Member> {
            fatalError()
        }
    }
}

@available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
@propertyWrapper
public struct StateObject<Object: ObservableObject>: DynamicProperty {
    @MainActor public var wrappedValue: Object { fatalError() }
    public init(wrappedValue: @autoclosure @escaping () -> Object) {}
}

public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

public struct EnvironmentValues {
    public init() {}
    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get { Key.defaultValue }
        set {}
    }
}

@propertyWrapper
public struct Environment<Value>: DynamicProperty {
    public var wrappedValue: Value { fatalError() }
    public init(_ property: KeyPath<EnvironmentValues, Value>) {}
}

extension View {
    nonisolated public func environment<Value>(
        _ property: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
    ) -> some View { self }
    @available(iOS 14, macOS 11, tvOS 14, watchOS 7, *)
    nonisolated public func navigationTitle(_ title: some StringProtocol) -> some View { self }
    nonisolated public func task(_ action: @escaping @isolated(any) @Sendable () async -> Void) -> some View { self }
}

@MainActor @preconcurrency
public protocol Scene {
    associatedtype Body: Scene
    var body: Body { get }
}

extension Never: Scene {}
extension Scene where Body == Never { public var body: Never { fatalError("has no body") } }

public struct WindowGroup<Content: View>: Scene { nonisolated public init(@ViewBuilder content: () -> Content) {} }

@MainActor @preconcurrency
public protocol App {
    associatedtype Body: Scene
    var body: Body { get }
    init()
}

extension App { public static func main() {} }

/// The body is compiled and never called.
@freestanding(declaration)
public macro Preview(_ name: String? = nil, @ViewBuilder body: @escaping @MainActor () -> any View) =
    #externalMacro(module: "SwiftUIMacros", type: "PreviewMacro")
