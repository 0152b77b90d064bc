import Fusion
import StressModel

/// A container whose bindings exist during the whole run.
///
/// The workers request and replace them in all overrides and scopes, but never remove one.
struct Lasting: Sendable {
    private let container = Container()
    let count: Int
    private static let lifetimes: [LifetimeName] = [.transient, .singleton, .session, .visit]

    init(count: Int) {
        self.count = count
        (0..<count).forEach(bind)
        // A binding that replaces another one has an identifier of its own, beside that of the cell. So all have it now.
        (0..<count).forEach(bind)
    }

    private func lifetime(_ number: Int) -> LifetimeName { Lasting.lifetimes[number % Lasting.lifetimes.count] }

    func bind(_ number: Int) { Filler.bind(number, lifetime(number), in: container) }

    func dropSession() { container.reset(LifetimeName.session.containerScope) }

    /// Whether a request has the right result, which is nothing if the scope of the binding is not open.
    func isRight(_ number: Int, isVisitOpen: Bool) -> Bool {
        Filler.isFound(number, in: container) == (lifetime(number) != .visit || isVisitOpen)
    }

    /// Brings the container into the same state after each round, with all bindings and shared instances.
    ///
    /// It also takes the place of the main container of the round, which is then released.
    ///
    /// - Returns: Whether all bindings exist.
    func settle() -> Bool {
        Container.main = container
        return (0..<count).allSatisfy { isRight($0, isVisitOpen: false) }
    }
}

extension Worker {
    func useLasting() {
        guard let lasting = round.lasting else { return }
        let number = below(lasting.count)
        switch below(256) {
        case 0:
            lasting.dropSession()
        case 1..<5:
            outsideScopes { lasting.bind(number) }
        default:
            if !lasting.isRight(number, isVisitOpen: isOpen(.visit)) {
                complain("the request of lasting binding \(number) has the wrong result")
            }
        }
    }
}
