extension Mistake {
    /// What the mistakes below refer to.
    static let surroundings = """
        import Fusion

        final class Cup { init() {}; init(pool: Pool) {} }
        struct Pool: Sendable {
            var size = 1
            init(size: Int) throws {}
            static func open() async throws -> Pool { try Pool(size: 1) }
            static func wait() async -> Pool { try! Pool(size: 1) }
        }
        func pour(_ what: String) -> String { what }

        extension Container {
            var number: Int { 1 }
            func twice(_ number: Int) -> Int { 2 * number }
            static func twice(_ number: Int) -> Int { 2 * number }
            var `where`: Int { 1 }
        }
        """

    /// A mistake in the third line of a file, in an extension of `Container`.
    init(
        _ name: String,
        _ declaration: String,
        errors: [String],
        repairs: [String] = [],
        repaired: String? = nil
    ) {
        func file(_ declaration: String) -> String {
            "import Fusion\nextension Container {\n    \(declaration)\n}\n"
        }
        self.init(
            name: name,
            source: file(declaration),
            errors: errors,
            repairs: repairs,
            repaired: repaired.map(file)
        )
    }

    static let storedProperty = "extensions must not contain stored properties"
    static let closureRepair = "turn the getter into a closure called on the spot: '= { ... }()'"
    static let getter = "'@Service' must be applied to a property with an initializer, not with a getter"
    static let outside = "'@Service' must be applied to a property in an 'extension Container'"

    static let all = modifiers + names + accessors + initializers + effects + selfAccess + places + others

    static let modifiers: [Mistake] = [
        Mistake(
            "let",
            "@Service(.singleton) public let a1 = 1",
            errors: [
                "3:33 '@Service' must be applied to a 'var'; a 'let' cannot be overridden", "3:37 \(storedProperty)",
            ],
            repairs: ["replace 'let' with 'var'"],
            repaired: "@Service(.singleton) public var a1 = 1"
        ),
        Mistake(
            "static",
            "@Service static var a2 = 1",
            errors: [
                "3:14 '@Service' must be applied to an instance property; 'Container.a2' reaches that of the main "
                    + "container"
            ],
            repairs: ["remove 'static'"],
            repaired: "@Service var a2 = 1"
        ),
        Mistake(
            "class",
            "@Service public class /* of the type */ var a3 = 1",
            errors: [
                "3:21 '@Service' must be applied to an instance property; 'Container.a3' reaches that of the main "
                    + "container"
            ],
            repairs: ["remove 'class'"],
            repaired: "@Service public /* of the type */ var a3 = 1"
        ),
        Mistake(
            "lazy",
            "@Service lazy var a4 = 1",
            errors: [
                "3:14 '@Service' must be applied to a property that is not 'lazy'; its initializer runs no earlier than "
                    + "the service is asked for",
                "3:23 \(storedProperty)",
            ],
            repairs: ["remove 'lazy'"],
            repaired: "@Service var a4 = 1"
        ),
        Mistake(
            "weak",
            "@Service weak var a5: Cup? = nil",
            errors: [
                "3:14 '@Service' must be applied to a property that is not 'weak'; '@Service(lifetime: .weak)' keeps a "
                    + "service weakly"
            ],
            repairs: ["remove 'weak'"],
            repaired: "@Service var a5: Cup? = nil"
        ),
        Mistake(
            "an end without an initializer",
            "@Service(.singleton, onEnd: { (cup: Cup) in }) var a50: Cup",
            errors: ["3:5 '@Service' must have an initializer to be given 'onEnd'; an assigned instance is not ended"]
        ),
        Mistake(
            "unowned",
            "@Service unowned(unsafe) var a6: Cup = Container.a7",
            errors: [
                "3:14 '@Service' must be applied to a property that is not 'unowned'; the container decides how long a "
                    + "service lives"
            ],
            repairs: ["remove 'unowned'"],
            repaired: "@Service var a6: Cup = Container.a7"
        ),
        Mistake(
            "severalModifiers",
            "@Service static lazy var a7 = Cup()",
            errors: [
                "3:14 '@Service' must be applied to an instance property; 'Container.a7' reaches that of the main "
                    + "container",
                "3:21 '@Service' must be applied to a property that is not 'lazy'; its initializer runs no earlier than "
                    + "the service is asked for",
                "3:21 'lazy' cannot be used on an already-lazy global",
            ],
            repairs: ["remove 'static'", "remove 'lazy'"],
            repaired: "@Service var a7 = Cup()"
        ),
    ]

    static let names: [Mistake] = [
        Mistake(
            "severalNames",
            "@MainActor @Service(.singleton) public var b1 = 1, b2: Int = 2,\n        b3 = [3, 4]",
            errors: [
                "3:48 accessor macro 'Service' can only apply to a single variable", "3:48 \(storedProperty)",
                "3:56 accessor macro 'Service' can only apply to a single variable", "3:56 \(storedProperty)",
                "4:9 accessor macro 'Service' can only apply to a single variable", "4:9 \(storedProperty)",
                "3:56 '@Service' must be applied to one property at a time",
            ],
            repairs: ["declare each property by itself"],
            repaired: """
                @MainActor @Service(.singleton) public var b1 = 1
                    @MainActor @Service(.singleton) public var b2: Int = 2
                        @MainActor @Service(.singleton) public var b3 = [3, 4]
                """
        ),
        Mistake(
            "oneTypeForTwo",
            "@Service var b4, b5: Int",
            errors: [
                "3:18 accessor macro 'Service()' can only apply to a single variable", "3:18 \(storedProperty)",
                "3:22 accessor macro 'Service()' can only apply to a single variable", "3:22 \(storedProperty)",
                "3:22 '@Service' must be applied to one property at a time",
            ]
        ),
        Mistake(
            "tuple",
            "@Service var (b6, b7) = (1, [2, 3])",
            errors: [
                "3:19 accessor macro 'Service()' can only apply to a single variable", "3:19 \(storedProperty)",
                "3:23 accessor macro 'Service()' can only apply to a single variable", "3:23 \(storedProperty)",
                "3:18 '@Service' must be applied to a property with one name, not to a tuple of names",
            ],
            repairs: ["declare each property by itself"],
            repaired: "@Service var b6 = 1\n    @Service var b7 = [2, 3]"
        ),
    ]

    static let places: [Mistake] = [
        Mistake(
            name: "global",
            source: "import Fusion\n@Service @MainActor var d1 = 1\n",
            errors: ["2:1 \(outside)"]
        ),
        Mistake(
            name: "otherExtension",
            source: "import Fusion\nstruct Shelf {}\nextension Shelf {\n    @MainActor @Service var d2 = 1\n}\n",
            errors: ["4:16 \(outside)"]
        ),
        Mistake(
            name: "scopeExtension",
            source: "import Fusion\nextension Container.Scope {\n    @Service var d3 = 1\n}\n",
            errors: ["3:5 \(outside)"]
        ),
        Mistake(
            name: "aliasOfScope",
            source: "import Fusion\ntypealias Span = Container.Scope\nextension Span {\n    @Service var d8 = 1\n}\n",
            errors: ["4:5 \(outside)"]
        ),
        Mistake(
            name: "aliasOfAnother",
            source: "import Fusion\nstruct Rack {}\ntypealias Stand = Rack\nextension Stand { @Service var d9 = 1 }\n",
            errors: ["4:19 \(outside)"]
        ),
        Mistake(
            name: "member",
            source: "import Fusion\nstruct Table { @Service var d4 = 1 }\n",
            errors: ["2:16 \(outside)"]
        ),
        Mistake(
            name: "local",
            source: "import Fusion\nextension Container {\n    func d5() {\n        @Service var x = 1\n    }\n}\n",
            errors: ["4:9 \(outside)"]
        ),
        Mistake(
            name: "nested",
            source: "import Fusion\nextension Container {\n    struct Inner { @Service var d6: Int = 1 }\n}\n",
            errors: ["3:20 \(outside)"]
        ),
        Mistake(
            name: "requirement",
            source: "import Fusion\nprotocol Shape { @Service var d7: Int { get } }\n",
            errors: ["2:18 \(outside)"]
        ),
    ]

    static let others: [Mistake] = [
        Mistake(
            "function",
            "@Service(.singleton) public func e1() {}",
            errors: [
                "3:33 '@Service' must be attached to a property, not to 'func'",
                "3:5 'accessor' macro cannot be attached to instance method ('e1')",
            ],
            repairs: ["remove '@Service'"],
            repaired: "public func e1() {}"
        ),
        Mistake(
            "type",
            "@Service struct E2 {}",
            errors: [
                "3:14 '@Service' must be attached to a property, not to 'struct'",
                "3:5 'accessor' macro cannot be attached to struct ('E2')",
            ],
            repairs: ["remove '@Service'"],
            repaired: "struct E2 {}"
        ),
        Mistake(
            "subscript",
            "@Service subscript(e3: Int) -> Int { e3 }",
            errors: ["3:14 '@Service' must be attached to a property, not to 'subscript'"],
            repairs: ["remove '@Service'"],
            repaired: "subscript(e3: Int) -> Int { e3 }"
        ),
        Mistake(
            "twice",
            "@Service @MainActor @Service(.singleton) var e4 = 1",
            errors: ["3:25 '@Service' must be applied once; a property has one lifetime"],
            repairs: ["remove the second '@Service'"],
            repaired: "@Service @MainActor var e4 = 1"
        ),
    ]
}
