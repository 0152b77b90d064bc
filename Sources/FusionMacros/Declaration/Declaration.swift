/// The parts of a property or a function, and their positions in the source.
///
/// Ranges are in bytes of the scanned text. Indices refer to its tokens.
struct Declaration {
    /// An attribute or a modifier with its argument, as in `private(set)`.
    struct Mark {
        /// The name without the `@`; of a qualified name, the last part.
        var name: String
        var range: Range<Int>

        /// Whether the attribute is a result builder, as far as its name says so.
        var isBuilder: Bool { name.hasSuffix("Builder") }
    }

    struct Parameter {
        var attributes: [Mark] = []
        /// The label in a call, or nil for `_`.
        var label: String?
        /// The position of the name that the body uses.
        var name: Range<Int>
        var type: Range<Int>
    }

    var attributes: [Mark] = []
    /// The lines of conditional compilation among the attributes.
    var directives: [Range<Int>] = []
    var modifiers: [Mark] = []
    /// `var`, `let` or `func`.
    var keyword = 0..<0
    var name = 0..<0
    /// The type of a property, or the result of a function.
    var type: Range<Int>?
    /// The initializer of a property, or the statements of a function.
    var initializer: Range<Int>?
    /// The indices of the brackets around a getter, accessors, observers or the body of a function.
    var block: ClosedRange<Int>?
    var hasObservers = false
    /// The bracket before generic parameters.
    var generics: Range<Int>?
    var parameters: [Parameter] = []
    var isAsync = false
    /// `throws`, `throws(E)` or `rethrows`.
    var throwing: Range<Int>?

    func hasModifier(_ name: String) -> Bool { modifiers.contains { $0.name == name } }
}
