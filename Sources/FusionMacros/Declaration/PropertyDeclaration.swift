/// The parts of one declaration, and their positions in the source.
///
/// Ranges are in bytes of the scanned text. Indices refer to its tokens.
struct PropertyDeclaration {
    /// An attribute or a modifier with its argument, as in `private(set)`.
    struct Mark {
        /// The name without the `@`; of a qualified name, the last part.
        var name: String
        var range: Range<Int>
    }

    enum Pattern {
        case name(Range<Int>)
        /// A tuple such as `(a, b)`, as the indices of its brackets.
        case tuple(ClosedRange<Int>)
    }

    struct Accessor {
        var name: String
        var keyword: Int
        /// The index of the bracket after the body.
        var end: Int
    }

    var attributes: [Mark] = []
    /// The lines of conditional compilation among the attributes.
    var directives: [Range<Int>] = []
    var modifiers: [Mark] = []
    /// `var`, `let`, or the keyword of another kind of declaration.
    var keyword: Range<Int>
    var keywordText: String
    var pattern: Pattern?
    /// The names after the first one in the same declaration.
    var furtherNames: [Range<Int>] = []
    var type: Range<Int>?
    var initializer: Range<Int>?
    /// The accessors or observers in a block such as `{ get ... }` or `{ didSet ... }`; empty if the block has statements.
    var accessors: [Accessor] = []
    /// The indices of the brackets of that block.
    var block: ClosedRange<Int>?

    var isProperty: Bool { keywordText == "var" || keywordText == "let" }

    var observers: Accessor? { accessors.first { $0.name == "didSet" || $0.name == "willSet" } }
}
