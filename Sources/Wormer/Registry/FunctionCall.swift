/// The function that answers a call, and the arguments: what distinguishes the instances of a declared function.
@usableFromInline
package final class FunctionCall: Sendable {
    /// The binding of the declaration, or of the function that was assigned instead.
    ///
    /// So an override with a function of its own has instances of its own.
    let function: Binding

    let arguments: Identifier

    let hash: Int

    init(of function: Binding, _ arguments: Identifier?) {
        (self.function, self.arguments) = (function, arguments ?? FunctionCall.noArguments)
        hash = FunctionCall.hash(of: function, self.arguments.hash)
    }

    /// Creates the call whose instance is kept.
    ///
    /// One whose arguments aren't equal to themselves, such as a NaN, gets a hash that no other call has, because a search
    /// for such arguments would compare all of them, and find none.
    init(keeping call: FunctionCall) {
        (function, arguments) = (call.function, call.arguments)
        let value = arguments.value
        hash = value == value ? call.hash : Identifier.hash(of: ObjectIdentifier(arguments))
    }

    static func hash(of function: Binding, _ arguments: Int) -> Int { arguments ^ function.identity &* 40_503 }

    /// The arguments of a function that has none, or keeps no instances.
    private static let noArguments = Identifier(string: "")

    /// The call as source: `chat(id: 7)`.
    var text: String {
        let (name, value) = (function.key.declaration?.name ?? "", arguments.value)
        let values = (value.base as? Arguments.Several)?.values ?? [value]
        let labels = function.key.declaration?.labels ?? []
        guard arguments !== FunctionCall.noArguments, labels.count == values.count else { return name }
        let list = zip(labels, values).map { $0 == "_" ? spelled($1) : "\($0): \(spelled($1))" }
        return name.prefix { $0 != "(" } + "(" + list.joined(separator: ", ") + ")"
    }
}

extension FunctionCall: Equatable {
    @usableFromInline
    package static func == (lhs: FunctionCall, rhs: FunctionCall) -> Bool {
        lhs.function.identity == rhs.function.identity && lhs.arguments == rhs.arguments
    }
}

/// The arguments of a call.
///
/// A single string or integer takes no object.
@usableFromInline
package enum Arguments {
    case none
    case string(String)
    case integer(Int)
    case other(Identifier)

    /// Several arguments, as the value of an identifier.
    struct Several: Hashable {
        var values: [AnyHashable]
    }

    /// Adds an argument.
    @inlinable
    package mutating func add<Value: Hashable>(_ value: Value) {
        if case .none = self, Value.self == String.self, let string = value as? String {
            self = .string(string)
        } else if case .none = self, Value.self == Int.self, let integer = value as? Int {
            self = .integer(integer)
        } else {
            add(AnyHashable(value))
        }
    }

    @usableFromInline
    mutating func add(_ value: AnyHashable) {
        guard let first = identifier?.value else {
            self = .other(Identifier(box: value))
            return
        }
        self = .other(Identifier(box: Several(values: ((first.base as? Several)?.values ?? [first]) + [value])))
    }

    var identifier: Identifier? {
        switch self {
        case .none: nil
        case .string(let string): Identifier(string: string)
        case .integer(let integer): Identifier(box: integer)
        case .other(let identifier): identifier
        }
    }
}

extension Key {
    /// The call of a declared function, or nil if the key belongs to none.
    var call: FunctionCall? {
        if case .call(let call) = qualifier { call } else { nil }
    }

    /// The key, or that of the function if it belongs to a call.
    var declared: Key { call.map { Key(interface, $0.function.key.qualifier) } ?? self }
}

extension Binding {
    /// Whether a function was assigned, which is not what its calls return.
    var hasAssignedFunction: Bool { assigned != nil && key.isOfFunction }

    /// Whether an instance may need another one of the same binding: that of a call with other arguments, which the key
    /// doesn't have.
    var mayRecur: Bool { lifetime == .transient && key.declaration?.hasParameters == true }
}
