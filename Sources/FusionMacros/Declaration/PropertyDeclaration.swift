/// The parts of one declaration, and their positions in the source.
///
/// Ranges are in bytes of the scanned text. Indices refer to its tokens.
struct PropertyDeclaration {
    /// An attribute or a modifier with its argument, as in `private(set)`.
    struct Mark {
        /// The name without the `@`; of a qualified name, the last part.
        var name: String
        var range: Range<Int>

        /// Whether the attribute is a result builder, as far as its name says so.
        var isBuilder: Bool { name.hasSuffix("Builder") }
    }

    var attributes: [Mark] = []
    /// The lines of conditional compilation among the attributes.
    var directives: [Range<Int>] = []
    var modifiers: [Mark] = []
    /// `var` or `let`.
    var keyword = 0..<0
    var isConstant = false
    var name = 0..<0
    var type: Range<Int>?
    var initializer: Range<Int>?
    /// The indices of the brackets around a getter, accessors or observers.
    var block: ClosedRange<Int>?
    var hasObservers = false
}
