#if canImport(FusionMacros)
    extension Mistake {
        static let accessors: [Mistake] = [
            Mistake(
                "observers",
                "@Service var c1: Int = 1 /* one */ { didSet { print(oldValue) } }",
                errors: [
                    "3:42 '@Service' must be applied to a property without observers; the macro provides its setter"
                ],
                repairs: ["remove the observers"],
                repaired: "@Service var c1: Int = 1"
            ),
            Mistake(
                "computed",
                "@Service var c2: Int { self.number }",
                errors: ["3:26 \(getter)"],
                repairs: [closureRepair],
                repaired: "@Service var c2: Int = { number }()"
            ),
            Mistake(
                "computedOverLines",
                """
                @Service(.singleton) public var c3: String{
                        // The drink.
                        struct Cup { var size = 1; var half: Int { self.size / 2 } }
                        /* self.number stays here */
                        guard self.number > self . number else { return "\\(self.twice(self.number)) self.number" }
                        return pour("\\(pour("\\(self.`where`)")) \\(self.where)")
                    }
                """,
                errors: ["3:47 \(getter)"],
                repairs: [closureRepair],
                repaired: """
                    @Service(.singleton) public var c3: String = {
                            // The drink.
                            struct Cup { var size = 1; var half: Int { self.size / 2 } }
                            /* self.number stays here */
                            guard number > number else { return "\\(twice(number)) self.number" }
                            return pour("\\(pour("\\(`where`)")) \\(`where`)")
                        }()
                    """
            ),
            Mistake(
                "explicitGetter",
                "@Service var c4: Int { get { self.number } }",
                errors: ["3:26 \(getter)"]
            ),
            Mistake(
                "getterAndSetter",
                "@Service var c7: Int { get { 1 } set { print(newValue) } }",
                errors: ["3:26 \(getter)"]
            ),
            Mistake(
                "throwingGetter",
                "@Service var c8: Int { get throws { 1 } }",
                errors: ["3:26 \(getter)"]
            ),
            Mistake(
                "asyncGetter",
                "@Service var c9: Int { get async { 1 } }",
                errors: ["3:26 \(getter)"]
            ),
        ]

        static let initializers: [Mistake] = [
            Mistake(
                "capture",
                "@Service var f1: () -> Int = { [number] in number }",
                errors: ["3:37 \(hidden("number"))"],
                repairs: ["put the initializer in parentheses"],
                repaired: "@Service var f1: () -> Int = ({ [number] in number })"
            ),
            Mistake(
                "parameter",
                "@Service(.singleton) var f2 = [1].map { x in x }.reduce(number) {\n        number, x in number + x\n    } // sum",
                errors: ["4:9 \(hidden("number"))"],
                repairs: ["put the initializer in parentheses"],
                repaired:
                    "@Service(.singleton) var f2 = ([1].map { x in x }.reduce(number) {\n        number, x in number + x\n    }) // sum"
            ),
            Mistake(
                "localVariable",
                "@Service var f3: Int = number + [1].reduce(0) { let number = $0; return number + $1 }",
                errors: ["3:57 \(hidden("number"))"],
                repairs: ["put the initializer in parentheses"],
                repaired: "@Service var f3: Int = (number + [1].reduce(0) { let number = $0; return number + $1 })"
            ),
        ]

        private static func hidden(_ name: String) -> String {
            "'@Service' must have this initializer in parentheses; its last closure declares '\(name)', which would "
                + "hide the container's property"
        }
    }
#endif
