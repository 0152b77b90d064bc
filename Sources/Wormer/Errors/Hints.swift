/// The part of a message about the injector that was asked, and about other bindings than that of the lookup.
///
/// A lookup may fail for any number of keys that come from outside, such as those of HTTP requests, and most errors are
/// never printed. So an error only remembers where to search, and searches when its message is first read: among the
/// bindings of that moment. The answer stays the same from then on.
///
/// Until then, the error keeps the registries. It keeps no instances: an injector or an override that is released
/// releases them, and ends the scopes that have begun in it.
package final class Hints: @unchecked Sendable {
    // Unchecked because the lock guards the state.

    /// The things to search for.
    enum Subject {
        /// The bindings that are similar to what was looked up.
        case nearMisses(Lookup)
        /// The values that a scope takes.
        case values(of: Scope)
    }

    /// The answer: bindings, the likeliest first, or the types of values, in the order in which they were declared.
    typealias Found = (nearMisses: [NearMiss], values: [Any.Type])

    /// Whether the injector is the main one, which code in the message writes by its name.
    let isOfMain: Bool

    /// The thing to search for, and where, until it's found.
    private var question: (subject: Subject, registries: [Registry])?
    private var answer: Found = ([], [])
    private static let lock = Guarded(())

    init(_ subject: Subject? = nil, in injector: Injector?) {
        isOfMain = injector?.isMain == true
        guard let subject, let injector else { return }
        let registries = injector.lineage.map(\.registry)
        registries.forEach { $0.keepForError() }
        question = (subject, registries)
    }

    /// The answer, after searching for it if this is the first look.
    var found: Found {
        let (question, answer) = Hints.lock.withLock { _ in (self.question, self.answer) }
        guard let (subject, registries) = question else { return answer }
        // The registries are released after the lock.
        defer { extendLifetime(registries) }
        let found: Found =
            switch subject {
            case .nearMisses(let lookup):
                (NearMissSearch(in: registries, isOfMain: isOfMain).nearest(to: lookup), [])
            case .values(let scope): ([], Hints.values(of: scope, in: registries))
            }
        return Hints.lock.withLock { _ in
            // Unless another thread was faster.
            if self.question != nil {
                (self.question, self.answer) = (nil, found)
            }
            return self.answer
        }
    }

    private static func values(of scope: Scope, in registries: [Registry]) -> [Any.Type] {
        let bound = registries.flatMap(\.visibleBindings).filter { $0.isProvided && $0.scope == scope }
        let declarations = (bound + DeclaredService.provided(with: scope)).ordered { $0.identity < $1.identity }
        var known: Set<ObjectIdentifier> = []
        return declarations.map(\.key.interface).filter { known.insert(ObjectIdentifier($0)).inserted }
    }
}
