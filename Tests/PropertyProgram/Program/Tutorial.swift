import Compat

struct Visitor: Sendable {}

/// A property of the well-known tutorial, which is resolved when its owner is created.
struct Reception {
    @Inject var visitor: Visitor
}
