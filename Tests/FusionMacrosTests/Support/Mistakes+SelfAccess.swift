extension Mistake {
    private static let rule = "'@Service' must have an initializer "
    private static let noSelf = "cannot find 'self' in scope; did you mean to use it in a type or extension context?"

    static let selfAccess: [Mistake] = [
        Mistake(
            "self",
            "@Service var h1: String = pour(\"\\(self.number)\") + \"\\(self.`where`) \\(Int.self)\"",
            errors: [
                "3:39 \(rule)without 'self'; it sees 'number' by its bare name", "3:39 \(noSelf)", "3:59 \(noSelf)",
            ],
            repairs: ["remove 'self.'"],
            repaired: "@Service var h1: String = pour(\"\\(number)\") + \"\\(`where`) \\(Int.self)\""
        ),
        Mistake(
            "selfOnTheSpot",
            "@Service var h2: Int = { if self.number > 1 { return self.number }; return 1 }()",
            errors: [
                "3:33 \(rule)without 'self'; it sees 'number' by its bare name", "3:33 \(noSelf)", "3:58 \(noSelf)",
            ],
            repairs: ["remove 'self.'"],
            repaired: "@Service var h2: Int = { if number > 1 { return number }; return 1 }()"
        ),
        Mistake(
            "selfInClosure",
            "@Service var h3: (Int) -> Int = { n in n + self.number }",
            errors: [
                "3:48 \(rule)without 'self'; a closure captures the container's properties by name: '({ [number] ... in "
                    + "... })'",
                "3:48 \(noSelf)",
            ]
        ),
        Mistake(
            "selfCaptured",
            "@Service var h4: () -> Int = { [weak self] in self?.number ?? 1 }",
            errors: [
                "3:42 \(rule)without 'self'; a closure captures the container's properties by name: '({ [name] ... in ... "
                    + "})'",
                "3:42 \(noSelf)",
            ]
        ),
        Mistake(
            "selfCalled",
            "@Service var h5: Int = self.twice(1)",
            errors: [
                "3:28 \(rule)without 'self'; write 'Self.twice(...)' and make the function static", "3:28 \(noSelf)",
            ]
        ),
        Mistake(
            "selfAlone",
            "@Service var h6: Container = self",
            errors: [
                "3:34 \(rule)without 'self'; it sees the container's properties by their bare names", "3:34 \(noSelf)",
            ]
        ),
    ]
}
