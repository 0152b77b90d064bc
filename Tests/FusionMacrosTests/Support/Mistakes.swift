#if canImport(FusionMacros)
    extension Mistake {
        static let storedProperty = "extensions must not contain stored properties"
        static let closureRepair = "replace the getter with a closure that is called immediately: '= { ... }()'"
        static let getter = "'@Service' must be applied to a property with an initializer, not with a getter"

        /// The mistakes that are not in `ServiceMistakeTests`.
        static let all = modifiers + accessors + initializers + others

        static let modifiers: [Mistake] = [
            Mistake(
                "static",
                "@Service static var a2 = 1",
                errors: [
                    "3:14 '@Service' must be applied to an instance property; 'Container.a2' reads it from the main container"
                ],
                repairs: ["remove 'static'"],
                repaired: "@Service var a2 = 1"
            ),
            Mistake(
                "class",
                "@Service public class /* of the type */ var a3 = 1",
                errors: [
                    "3:21 '@Service' must be applied to an instance property; 'Container.a3' reads it from the main container"
                ],
                repairs: ["remove 'class'"],
                repaired: "@Service public /* of the type */ var a3 = 1"
            ),
            Mistake(
                "lazy",
                "@Service lazy var a4 = 1",
                errors: [
                    "3:14 '@Service' must be applied to a property that is not 'lazy'; its initializer already runs only when the service is resolved",
                    "3:23 \(storedProperty)",
                ],
                repairs: ["remove 'lazy'"],
                repaired: "@Service var a4 = 1"
            ),
            Mistake(
                "weak",
                "@Service weak var a5: Cup? = nil",
                errors: [
                    "3:14 '@Service' must be applied to a property that is not 'weak'; write '@Service(lifetime: .weak)' "
                        + "instead"
                ],
                repairs: ["remove 'weak'"],
                repaired: "@Service var a5: Cup? = nil"
            ),
            Mistake(
                "an end without an initializer",
                "@Service(.singleton, onEnd: { (cup: Cup) in }) var a50: Cup",
                errors: [
                    "3:5 '@Service' must have an initializer to use 'onEnd', which does not run for assigned instances"
                ]
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
                    "3:14 '@Service' must be applied to an instance property; 'Container.a7' reads it from the main container",
                    "3:21 '@Service' must be applied to a property that is not 'lazy'; its initializer already runs only when the service is resolved",
                    "3:21 'lazy' cannot be used on an already-lazy global",
                ],
                repairs: ["remove 'static'", "remove 'lazy'"],
                repaired: "@Service var a7 = Cup()"
            ),
        ]

        static let others: [Mistake] = [
            Mistake(
                "twice",
                "@Service @MainActor @Service(.singleton) var e4 = 1",
                errors: ["3:25 '@Service' must be applied only once; a property has one lifetime"],
                repairs: ["remove the second '@Service'"],
                repaired: "@Service @MainActor var e4 = 1"
            )
        ]
    }
#endif
