// The code that `@Service` expands to.

extension MacroUse {
    /// Returns a getter that resolves the service, a setter that assigns it, and a coroutine that changes a part of it.
    func accessors() -> String {
        """
        get {
            \(readInTest)\(read)
        }
        set {
            \(key).set(newValue, in: self)
        }
        _modify {
            var __value\(annotation) = \(fusion)_ServiceKey.changing { self.\(name) }
            defer { self.\(name) = __value }
            yield &__value
        }
        """
    }

    /// Code that returns the value for tests, if there is one and a test is running.
    private var readInTest: String {
        guard let test = arguments.test else { return "" }
        let read = read(optionsInTest, making: "return \(key).testValue(\(test), in: self)")
        return "if \(key).isInTest {\n        return \(read)\n    }\n    return "
    }

    private var read: String {
        guard let initializer = declaration.initializer else {
            return isProvided ? read(options, making: "fatalError()") : "\(key).get(from: self) { $0.\(name) }"
        }
        let copy = copy(initializer, after: "let __made\(annotation) =")
        return read(options, making: "\n\(copy)\n            return __made")
    }

    /// Returns code that takes the service from its owner, or makes it.
    private func read(_ options: String, making statements: String) -> String {
        guard !isOpaque else {
            return """
                \(key).make(in: self, \(options)) {
                            \(statements)
                    }
                """
        }
        return """
            \(key).get(from: self, \(options)) { __owner in
                    guard let __owner else {
                        \(statements)
                    }
                    return __owner.\(name)
                }
            """
    }

    /// The options of the value for tests.
    ///
    /// Each read of a placeholder records an issue, so it is not kept. What only tests create is like an assigned
    /// instance, of which there is one.
    private var optionsInTest: String {
        if arguments.isUnimplementedInTest { return ".init()" }
        return arguments.options(arguments.scope ?? (declaration.initializer == nil ? ".singleton" : nil))
    }

    /// The annotation `: Type`.
    ///
    /// The expression is inserted in a declaration like the property, so that the compiler reports the same errors
    /// about both. If the type were written as the result of a closure, `() -> Type in`, a function with typed throws
    /// would crash the compiler.
    ///
    /// A variable cannot share the opaque type of the property, so its type is inferred.
    private var annotation: String { type.map { ": \($0)" } ?? "" }
}
