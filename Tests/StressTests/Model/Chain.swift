import Wormer

/// A binding of a long chain, whose factory requests the next one with one of the functions.
///
/// The chain is not part of the model. It is here because this module is optimized in release and the tests are not, so
/// that the factories take as much of the stack as in a program.
public enum ChainLink: CaseIterable, Sendable {
    case throwingInstance, instance, safeInstance

    /// Binds a number to the successor of the next one.
    public func bind(_ number: Int, next: Int, lifetime: Lifetime, in injector: Injector) {
        injector.bind(Int.self, id: number, lifetime: lifetime, to: .make(factory(next, injector)))
    }

    private func factory(_ next: Int, _ injector: Injector) -> @Sendable () throws -> Int {
        switch self {
        case .throwingInstance:
            { [unowned injector] in try injector.throwingInstance(for: Int.self, id: next) + 1 }
        case .instance:
            { [unowned injector] in injector.instance(for: Int.self, id: next) + 1 }
        case .safeInstance:
            { [unowned injector] in injector.safeInstance(for: Int.self, id: next)! + 1 }
        }
    }
}
