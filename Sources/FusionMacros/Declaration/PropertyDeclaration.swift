/// The parts of one declaration, and their positions in the source.
///
/// Ranges are in bytes of the scanned text. Indices refer to its tokens.
struct PropertyDeclaration: Equatable {
    struct Attribute: Equatable {
        /// The name without the `@`; of a qualified name, the last part.
        var name: String
        var range: Range<Int>
    }

    struct Modifier: Equatable {
        var name: String
        /// The modifier with its argument, as in `private(set)`.
        var range: Range<Int>
    }

    enum Pattern: Equatable {
        case name(Range<Int>)
        /// A tuple such as `(a, b)`, as the indices of its brackets.
        case tuple(ClosedRange<Int>)
    }

    enum Accessors: Equatable {
        /// A block `{ ... }` of statements, as the indices of its brackets.
        case body(ClosedRange<Int>)
        /// A block of accessors or observers, such as `{ get ... }` or `{ didSet ... }`.
        case list([Accessor], in: ClosedRange<Int>)
    }

    struct Accessor: Equatable {
        var name: String
        var keyword: Int
        /// The index of the bracket after the body.
        var end: Int
    }

    var attributes: [Attribute] = []
    /// The lines of conditional compilation among the attributes.
    var directives: [Range<Int>] = []
    var modifiers: [Modifier] = []
    /// `var`, `let`, or the keyword of another kind of declaration.
    var keyword: Range<Int>
    var keywordText: String
    var pattern: Pattern?
    /// The names after the first one in the same declaration.
    var furtherNames: [Range<Int>] = []
    var type: Range<Int>?
    var initializer: Range<Int>?
    var accessors: Accessors?

    var isProperty: Bool { keywordText == "var" || keywordText == "let" }

    var observers: Accessor? {
        guard case .list(let accessors, _)? = accessors else { return nil }
        return accessors.first { $0.name == "didSet" || $0.name == "willSet" }
    }
}
