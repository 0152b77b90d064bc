import Fusion
import StressModel
import Wormer

// Main containers that are replaced, and bindings in them, while their factories run. The main container belongs to the
// whole process, so there are rounds for these calls alone.

/// The singleton that tells a main container from others.
private final class Host: Sendable { deinit { Recipe.releasedElsewhere.signal() } }

/// The transient whose factory replaces what it uses.
private struct Guest: Sendable {
    let host: Host

    static func bind(in injector: Injector) {
        injector.bind(Guest.self, to: .make { Guest(host: try Worker.current!.receiveGuest(in: $0)) })
    }
}

extension Worker {
    func replacingSteps(_ count: Int) {
        for _ in 0..<count {
            switch below(32) {
            case 0: replaceMain()
            case 1: Guest.bind(in: .default)
            case 2 where layerDepth == 0:
                layerDepth = 1
                Container.mock({ _ in replaceMain() }, then: { replacingSteps(12) })
                layerDepth = 0
            default: note(Result { try Injector.default.throwingInstance(for: Guest.self) })
            }
        }
    }

    func asyncReplacingSteps(_ count: Int) async {
        for _ in 0..<count / 4 {
            replacingSteps(3)
            do {
                note(.success(try await Injector.default.asyncInstance(for: Guest.self)))
            } catch {
                note(.failure(error))
            }
        }
    }

    private func note(_ guest: Result<Guest, any Error>) {
        // The first main container of a round has no bindings.
        if case .failure(let error) = guest, case .notBound? = (error as? InjectionError)?.reason {
            replaceMain()
        } else if case .failure(let error) = guest {
            complain("a guest was not made: \(error)")
        }
        if round.plant == .freed { plantedInjector?._withUnsafeGuaranteedRef { _ = $0.isBound(Host.self) } }
    }

    /// Creates a main container, whose bindings are its own or its parent's.
    private func replaceMain() {
        let owner = Container()
        owner.bind(Host.self, lifetime: .singleton, to: .value(Host()))
        Guest.bind(in: owner.injector)
        history.mains += 1
        Container.main = oneIn(2) ? owner : Container(parent: owner)
    }

    /// Replaces what the running factory belongs to, and then still uses the injector.
    fileprivate func receiveGuest(in injector: Injector) throws -> Host {
        plantedInjector = .passUnretained(injector)
        let host: Host = try injector.throwingInstance()
        if oneIn(8) { Guest.bind(in: injector) }
        if oneIn(8) { replaceMain() }
        if try injector.throwingInstance(for: Host.self) !== host {
            complain("a factory's injector has another host")
        }
        return host
    }
}
