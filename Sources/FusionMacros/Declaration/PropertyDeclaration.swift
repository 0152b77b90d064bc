/// One declaration as `@Service` sees it: where its parts are in the source.
///
/// Ranges are bytes of the scanned text, indices count its tokens.
struct PropertyDeclaration: Equatable {
    struct Attribute: Equatable {
        /// Without the `@`; the last part of a qualified name.
        var name: String
        var range: Range<Int>
    }

    struct Modifier: Equatable {
        var name: String
        /// With its argument: `private(set)`.
        var range: Range<Int>
    }

    enum Pattern: Equatable {
        case name(Range<Int>)
        /// `(a, b)`: the indices of its brackets.
        case tuple(ClosedRange<Int>)
    }

    /// A name that follows the first one in the same declaration.
    struct FurtherName: Equatable {
        var comma: Int
        var name: Range<Int>
    }

    enum Accessors: Equatable {
        /// `{ ... }` with statements in it: the indices of its brackets.
        case body(ClosedRange<Int>)
        /// `{ get ... }`, `{ didSet ... }`, ...
        case list([Accessor], in: ClosedRange<Int>)
    }

    struct Accessor: Equatable {
        var name: String
        /// The index of its first token, an attribute or modifier perhaps.
        var first: Int
        var keyword: Int
        /// Whether it is `async` or `throws`.
        var hasEffects: Bool
        /// The indices of the brackets of its body.
        var body: ClosedRange<Int>
    }

    var attributes: [Attribute] = []
    /// The lines of conditional compilation among the attributes.
    var directives: [Range<Int>] = []
    var modifiers: [Modifier] = []
    /// `var`, `let`, or the keyword of what is no property.
    var keyword: Range<Int>
    var keywordText: String
    var pattern: Pattern?
    var furtherNames: [FurtherName] = []
    var type: Range<Int>?
    var initializer: Range<Int>?
    var accessors: Accessors?

    var isProperty: Bool { keywordText == "var" || keywordText == "let" }

    var observers: Accessor? {
        guard case .list(let accessors, _)? = accessors else { return nil }
        return accessors.first { $0.name == "didSet" || $0.name == "willSet" }
    }
}
