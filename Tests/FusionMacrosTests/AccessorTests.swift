import Testing

#if os(macOS) || os(Linux)
    @testable import FusionPlugin

    @Suite("@Service writes the accessors of a property")
    struct AccessorTests {
        @Test("The getter creates the service with its initializer and annotated type, and the setter assigns it")
        func created() {
            let source = """

                    @Service(.singleton) public var apiService: APIService = isTest ? MockAPIService() : LiveAPIService()
                """
            let initializer = "isTest ? MockAPIService() : LiveAPIService()"
            let api = made(initializer, as: ": APIService", name: "apiService", line: 11, column: 62)
            for (source, name, made) in [
                (source, "apiService", api),
                ("@Service var logger = Logger()", "logger", made("Logger()", name: "logger", column: 23)),
            ] {
                #expect(
                    accessors(source) == """
                        get {
                            Fusion._ServiceKey(Self.__Service_\(name).self).get(from: self, .init()) \(made)
                        }
                        set {
                            Fusion._ServiceKey(Self.__Service_\(name).self).set(newValue, in: self)
                        }
                        \(modify(name, name == "logger" ? "" : ": APIService"))
                        """
                )
            }
        }

        @Test("In a test, the getter creates the service with the value for tests, if there is one")
        func valueForTests() {
            func read(_ options: String, _ value: String) -> String {
                """
                get {
                    if Fusion._ServiceKey(Self.__Service_x.self).isInTest {
                        return Fusion._ServiceKey(Self.__Service_x.self).get(from: self, \(options)) { __owner in
                        guard let __owner else {
                            return Fusion._ServiceKey(Self.__Service_x.self).testValue(\(value), in: self)
                        }
                        return __owner.x
                    }
                    }
                    return Fusion._ServiceKey(Self.__Service_x.self).get(from: self
                """
            }
            for (arguments, declaration, options, value) in [
                ("test: .mock", "x: T = live", ".init()", ".mock"),
                (".singleton, test: T<A, B>(1, 2),", "x: T = live", ".init(.singleton)", "T<A, B>(1, 2)"),
                ("lifetime: .weak, test: .mock", "x: T", ".init(lifetime: .weak)", ".mock"),
                (
                    ".singleton, test: T(test: 1), onEnd: T.end", "x: T = live", ".init(.singleton).ending(T.end)",
                    "T(test: 1)"
                ),
                ("test: .mock", "x: T", ".init(.singleton)", ".mock"),
                ("test: .unimplemented(placeholder: T())", "x: T", ".init()", ".unimplemented(placeholder: T())"),
            ] {
                let source = accessors("@Service var \(declaration)", attribute: "@Service(\(arguments))")
                #expect(source?.hasPrefix(read(options, value)) == true)
            }
            let key = "Fusion._ServiceKey(Self.__Service_x.self)"
            let opaque = "\(key).make(in: self, .init()) {\n            return \(key).testValue(Q(), in: self)\n    }\n"
            let source = accessors("@Service var x: some P = Q()", attribute: "@Service(test: Q())")
            #expect(source?.contains(opaque) == true)
        }

        @Test("The lines of an initializer keep their numbers and columns, where a debugger stops")
        func copied() {
            let initializer = "{\n    let api = \"\"\"\n        a\n        \"\"\"\n  return api\n    }()"
            #expect(closure("\n    @Service var x = " + initializer) == made(initializer, line: 11, column: 22))
            #expect(closure("@Service\n\tvar x =\n\t\ty") == made("y", line: 12, column: 3, blank: "\t"))
        }

        @Test("An argument that lacks 'lifetime:', which the compiler reports at the attribute, is copied with it")
        func scopeWithoutLabel() {
            let (attribute, options) = (
                "@Service(.scope(.request), onEnd: T.end)", ".init(lifetime: .scope(.request)).ending(T.end)"
            )
            let copies = [
                accessors("@Service var x = 1", attribute: attribute), peer("@Service var x = 1", attribute: attribute),
                provided("@Provides func x() -> T { y }", attribute: attribute).expandedSource,
            ]
            for copy in copies { #expect(copy?.contains(options) == true) }
            // A client may have a function of this name.
            #expect(
                accessors("@Service var x = 1", attribute: "@Service(.scope(a))")?.contains(".init(.scope(a))") == true
            )
        }

        /// The coroutine that changes a part of the service.
        private func modify(_ name: String, _ annotation: String) -> String {
            """
            _modify {
                var __value\(annotation) = Fusion._ServiceKey.changing { self.\(name) }
                defer { self.\(name) = __value }
                yield &__value
            }
            """
        }

        /// The closure that returns the value of an expression.
        private func made(
            _ expression: String,
            as annotation: String = "",
            name: String = "x",
            line: Int = 10,
            column: Int,
            blank: String = " "
        ) -> String {
            """
            { __owner in
                    guard let __owner else {
                        \n#sourceLocation(file: "/File.swift", line: \(line - 1))
            let __made\(annotation) =
            \(String(repeating: blank, count: column - 1))\(expression)
            #sourceLocation()
                        return __made
                    }
                    return __owner.\(name)
                }
            """
        }

        /// The closure that the getter passes to the container.
        private func closure(_ declaration: String) -> String? {
            guard let text = accessors(declaration), let start = text.firstIndex(of: ") {"),
                let end = text.lastIndex(of: "\n}\nset {")
            else { return nil }
            return String(text[text.index(start, offsetBy: 2)..<end])
        }
    }

    extension String {
        fileprivate func firstIndex(of text: String) -> String.Index? {
            indices.first { self[$0...].hasPrefix(text) }
        }

        fileprivate func lastIndex(of text: String) -> String.Index? {
            indices.reversed().first { self[$0...].hasPrefix(text) }
        }
    }
#endif
