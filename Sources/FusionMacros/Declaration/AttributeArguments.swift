/// The arguments of one `@Service` or `@Provides` attribute as written in the source, without a trailing comma or comment.
struct AttributeArguments {
    /// The scope, or the lifetime with its label.
    private(set) var scope: String?
    /// The function that ends an instance.
    private(set) var onEnd: String?
    /// The value for tests.
    private(set) var test: String?

    /// The scope or the lifetime, without its label and without the other arguments; nil if the attribute has none.
    var lifetime: String? {
        guard let scope, !scope.hasPrefix("unavailableInTests") else { return nil }
        let first = scope.split(separator: ",")[0]
        return String(first.split(separator: ":").last ?? first).filter { $0 != " " }
    }

    /// Whether the lifetime is a scope that opens and ends.
    var isInScope: Bool { scope?.hasPrefix("lifetime: .scope(") == true }

    /// The scope as a member of its type, such as `.request`; nil if it isn't written like this.
    var memberOfScope: String? {
        guard isInScope, let member = lifetime?.dropFirst(".scope(".count).dropLast(), member.first == ".",
            member.utf8.dropFirst().allSatisfy(\.isWordPart)
        else { return nil }
        return String(member)
    }

    /// Whether the value for tests is a placeholder, each use of which is an issue.
    var isUnimplementedInTest: Bool { test?.hasPrefix(".unimplemented") == true }

    /// The lifetime of the service, and the function that ends it, as code.
    func options(_ scope: String?) -> String {
        ".init(\(scope ?? ""))" + (onEnd.map { ".ending(\($0))" } ?? "")
    }

    /// Whether the lifetime is one of several, which are members of `Container.Scope` or `Lifetime`.
    func hasLifetime(_ names: String...) -> String? {
        let lifetime = lifetime ?? ".transient"
        return names.first { name in
            lifetime == ".\(name)" || lifetime.hasSuffix("Lifetime.\(name)") || lifetime.hasSuffix("Scope.\(name)")
        }
    }

    init(_ source: String) {
        let scan = Scanner.scan(source)
        guard scan.trouble == nil, let opening = scan.tokens.firstIndex(where: { scan.text($0) == "(" }),
            let closing = scan.tokens[opening].partner
        else { return }
        var first = opening + 1
        for end in scan.outerIndices(after: opening, before: closing) + [closing] {
            // Only a comma before a label separates arguments of the attribute.
            let isLabeled = ["onEnd", "test"].contains(scan.text(at: end + 1)) && scan.has(":", at: end + 2)
            guard end == closing || scan.has(",", at: end) && isLabeled else { continue }
            let last = scan.has(",", at: end - 1) ? end - 2 : end - 1
            func text(from first: Int) -> String? {
                first <= last ? scan.text(scan.range(of: first...last)) : nil
            }
            switch scan.text(at: first) {
            case "onEnd": onEnd = text(from: first + 2)
            case "test": test = text(from: first + 2)
            default:
                // The compiler reports this at the attribute. Its copies say what is right, so each isn't another error.
                scope = text(from: first).map { $0.hasPrefix(".scope(.") ? "lifetime: " + $0 : $0 }
            }
            first = end + 1
        }
    }
}
