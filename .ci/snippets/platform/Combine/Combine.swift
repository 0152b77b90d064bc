// A stand-in for Combine on platforms without it, with the declarations that Fusion and the documents use.

@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, *)
public protocol Publisher<Output, Failure> {
    associatedtype Output
    associatedtype Failure: Error
}

@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, *)
extension Publisher where Failure == Never {
    public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable { AnyCancellable() }
}

@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, *)
public final class AnyCancellable {}

@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, *)
public final class ObservableObjectPublisher: Publisher {
    public typealias Output = Void
    public typealias Failure = Never

    public init() {}
    public func send() {}
}

@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, *)
public protocol ObservableObject: AnyObject {
    associatedtype ObjectWillChangePublisher: Publisher = ObservableObjectPublisher
    where ObjectWillChangePublisher.Failure == Never

    var objectWillChange: ObjectWillChangePublisher { get }
}

@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, *)
extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    public var objectWillChange: ObservableObjectPublisher { ObservableObjectPublisher() }
}

@available(iOS 13, macOS 10.15, tvOS 13, watchOS 6, *)
@propertyWrapper
public struct Published<Value> {
    public var wrappedValue: Value

    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }
}
