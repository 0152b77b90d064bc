/// A stand-in for DITranquillity 6: what its guide describes, so that "before" code can be built.
public final class DIContainer {
    fileprivate var makers: [ObjectIdentifier: (Any?) -> Any] = [:]

    public init() {}

    public func append(part: DIPart.Type) { part.load(container: self) }

    @discardableResult
    public func register<Impl, each P>(_ initializer: @escaping (repeat each P) -> Impl) -> DIComponentBuilder<Impl> {
        let component = DIComponentBuilder<Impl>(container: self) { [unowned self] argument in
            initializer(repeat find((each P).self, argument))
        }
        return component.as(Impl.self)
    }

    public func resolve<T>() -> T { find(T.self) }

    public func makeGraph() -> DIGraph { DIGraph() }

    fileprivate func find<T>(_ type: T.Type, _ argument: Any? = nil) -> T {
        guard let type = type as? Parameter.Type else { return makers[ObjectIdentifier(type)]!(argument) as! T }
        return type.init(container: self, argument: argument) as! T
    }
}

public protocol DIPart: AnyObject {
    static func load(container: DIContainer)
}

/// Only the lifetimes that the documents use.
public enum DILifeTime {
    public enum ReferenceCounting { case strong }

    case prototype, perContainer(ReferenceCounting)
}

public final class DIComponentBuilder<Impl> {
    private let container: DIContainer
    private let make: (Any?) -> Impl
    private var (isShared, shared): (Bool, Impl?) = (false, nil)

    init(container: DIContainer, make: @escaping (Any?) -> Impl) {
        self.container = container
        self.make = make
    }

    @discardableResult
    public func `as`<Parent>(_ type: Parent.Type) -> Self {
        container.makers[ObjectIdentifier(type)] = { [self] argument in
            let made = shared ?? make(argument)
            shared = isShared ? made : nil
            return made
        }
        return self
    }

    @discardableResult
    public func lifetime(_ lifetime: DILifeTime) -> Self {
        if case .perContainer = lifetime { isShared = true }
        return self
    }

    /// The test's component is the last one of its type here, and therefore used.
    @discardableResult
    public func test() -> Self { self }
}

/// A parameter that is not a registered type.
private protocol Parameter {
    init(container: DIContainer, argument: Any?)
}

public struct DIArg<T>: Parameter {
    fileprivate let value: T

    fileprivate init(container: DIContainer, argument: Any?) { value = argument as! T }
}

public func arg<T>(_ argument: DIArg<T>) -> T { argument.value }

public struct Provider1<Value, Arg1>: Parameter {
    private let container: DIContainer

    fileprivate init(container: DIContainer, argument: Any?) { self.container = container }

    public func value(_ argument: Arg1) -> Value { container.find(Value.self, argument) }
}

/// A graph that is always valid.
public struct DIGraph {
    public func checkIsValid() -> Bool { true }
}
