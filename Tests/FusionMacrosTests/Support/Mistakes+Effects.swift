extension Mistake {
    private static let rule = "'@Service' must have an initializer "
    private static let callThrows = "call can throw, but errors cannot be thrown out of a property initializer"
    private static let callAwaits = "'async' call cannot occur in a property initializer"

    static let effects: [Mistake] = [
        Mistake(
            "awaiting",
            "@Service(.singleton) var g1 = try await Pool.open()",
            errors: [
                "3:39 \(rule)that does not await; bind the type with 'bind(Pool.self, lifetime: .singleton, "
                    + "to: .async { ... })' instead",
                "3:50 \(callAwaits)", "3:45 \(callThrows)",
            ]
        ),
        Mistake(
            "throwing",
            "@Service(.transient) var g2: Pool! = try Pool(size: 1)",
            errors: [
                "3:42 \(rule)that does not throw; bind the type with 'bind(Pool.self, to: .make { ... })' instead",
                "3:46 \(callThrows)",
            ]
        ),
        Mistake(
            "throwingArgument",
            "@MainActor @Service(lifetime: .weak) var g3: any AnyObject = Cup(pool: try Pool(size: 1))",
            errors: [
                "3:76 \(rule)that does not throw; bind the type with 'bind((any AnyObject).self, lifetime: .weak, "
                    + "to: .onMainActor { ... })' instead",
                "3:80 \(callThrows)",
            ]
        ),
        Mistake(
            "throwingElement",
            "@Service var g4 = [1].map { try? Pool(size: $0) } + [try Pool(size: 1)]",
            errors: [
                "3:58 \(rule)that does not throw; bind its type with 'bind(_:lifetime:to:)' and '.make { ... }' instead",
                "3:62 \(callThrows)",
            ]
        ),
        Mistake(
            "otherLifetime",
            "@Service(.id(\"g\")) var g5 = await Pool.wait()",
            errors: [
                "3:33 \(rule)that does not await; bind the type with 'bind(Pool.self, lifetime: ..., to: .async { ... })' "
                    + "instead",
                "3:44 \(callAwaits)",
            ]
        ),
    ]
}
