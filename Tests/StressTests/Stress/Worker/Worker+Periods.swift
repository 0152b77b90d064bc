import CStress
import Foundation
import StressModel
import Wormer

// Scopes that all workers share: begun ones, and those of handles.

extension Wormer.Scope {
    fileprivate static let shift = Scope("shift")
    fileprivate static let errand = Scope("errand", inside: .shift)
}

/// An injector whose scopes all workers begin, open, end and abandon.
final class SharedScopes: @unchecked Sendable {
    /// A value that is provided for a scope.
    fileprivate struct Badge: Sendable { let period: Int }

    fileprivate struct Slip: Sendable { let period: Int }

    /// The instance of a shift, or of an errand, which depends on that of the shift.
    fileprivate final class Desk: @unchecked Sendable {
        let period: Int
        let shift: Desk?
        // Guarded by the lock of the scopes.
        var hasEnded = false

        init(_ period: Int, in shift: Desk?, of scopes: SharedScopes) {
            (self.period, self.shift) = (period, shift)
            scopes.noteCreation(in: period)
        }
    }

    let injector = Injector(parent: nil)
    private let lock = NSLock()

    // Guarded by `lock`.
    private var opened: [Opened] = []
    private var created: Set<Int> = []
    private var left = 0
    private(set) var complaints: [String] = []

    init() {
        injector.bind(Badge.self, lifetime: .scope(.shift), to: .provided)
        injector.bind(Slip.self, lifetime: .scope(.errand), to: .provided)
        let shift = Factory<Desk>.using { [unowned self] (badge: Badge) in Desk(badge.period, in: nil, of: self) }
            .onEnd { [unowned self] desk in
                await Task.yield()
                noteEnd(of: desk, injector.safeInstance(for: Badge.self)?.period)
            }
        injector.bind(Desk.self, lifetime: .scope(.shift), to: shift)
        let errand = Factory<Desk>
            .using { [unowned self] (slip: Slip, shift: Desk) in Desk(slip.period, in: shift, of: self) }
            .onEnd { [unowned self] desk in noteEnd(of: desk, injector.safeInstance(for: Slip.self)?.period) }
        injector.bind(Desk.self, id: "errand", lifetime: .scope(.errand), to: errand)
    }

    /// Ends what the workers have left open.
    func conclude() async {
        lock.withLock { opened = [] }
        try? await injector.end()
        while lock.withLock({ left > 0 }) { await Task.yield() }
    }

    private func noteCreation(in period: Int) {
        lock.withLock {
            left += 1
            if !created.insert(period).inserted { complaints.append("the period \(period) has two instances") }
        }
    }

    private func noteEnd(of desk: Desk, _ period: Int?) {
        lock.withLock {
            left -= 1
            if desk.hasEnded || period != desk.period || desk.shift?.hasEnded == true {
                complaints.append("a scope \(desk.period) ends twice, late, or with the value of \(period as Any)")
            }
            desk.hasEnded = true
        }
    }

    // MARK: - Handles

    /// A handle, which all workers may use at the same time.
    fileprivate struct Opened: Sendable {
        let handle: OpenScope
        let period: Int
        let name: History.Period.Name
    }

    /// Adds a handle, and returns one that nobody refers to any more.
    fileprivate func add(_ new: Opened, at index: Int) -> Opened? {
        lock.withLock {
            guard opened.count > 8 else {
                opened.append(new)
                return nil
            }
            defer { opened[index] = new }
            return opened[index]
        }
    }

    fileprivate func handle(_ index: Int) -> Opened? {
        lock.withLock { opened.indices.contains(index) ? opened[index] : nil }
    }
}

extension History.Period.Name {
    fileprivate var scope: Wormer.Scope { self == .shift ? .shift : .errand }
}

extension Worker {
    private var injector: Injector { round.scopes.injector }

    /// Makes a random synchronous call with the scopes that all workers share.
    func useSharedScopes() {
        // An override has its own begun scopes.
        guard layer == 0 else { return }
        let name = oneIn(2) ? History.Period.Name.shift : .errand
        let chosen = round.scopes.handle(below(12))
        switch below(10) {
        case 0: begin(name)
        case 1: open(name, nil)
        case 2: open(.errand, chosen?.name == .shift ? chosen : nil)
        case 3: withErrand(in: chosen?.name == .shift ? chosen : nil)
        case 4..<7: request(name, through: nil)
        default: request(name, through: chosen)
        }
    }

    /// Ends a scope that all workers share, or makes a synchronous call with one.
    func useSharedScopesAsync() async {
        guard layer == 0, oneIn(3) else { return useSharedScopes() }
        let start = stress_tick()
        if oneIn(2), let chosen = round.scopes.handle(below(9)) {
            do {
                try await chosen.handle.end()
                see(.end, chosen.name, chosen.period, from: start)
            } catch {
                complain("the end of a handle threw \(error)")
            }
            return request(chosen.name, through: chosen)
        }
        let name = oneIn(2) ? History.Period.Name.shift : .errand
        do {
            try await injector.end(name.scope)
            see(.endOfBegun, name, from: start)
        } catch {
            note(error, name, from: start)
        }
    }

    // MARK: - Opening

    /// Performs a call that opens a scope with a value, at a line by which errors name it.
    private func opening<Opened>(
        _ name: History.Period.Name,
        isBegun: Bool = false,
        inside outer: SharedScopes.Opened?,
        _ open: (_ period: Int, _ line: UInt) throws -> Opened
    ) -> (opened: Opened, period: Int)? {
        let index = history.periods.count
        let period = ID.make(number, index)
        history.periods.append(.init(name: name, isBegun: isBegun, outer: outer?.period ?? 0, start: stress_tick()))
        do {
            let opened = try outer?.handle.run { try open(period, UInt(period)) } ?? open(period, UInt(period))
            history.periods[index].end = stress_tick()
            return (opened, period)
        } catch {
            note(error, name, through: outer, from: history.periods[index].start)
            return nil
        }
    }

    private func begin(_ name: History.Period.Name) {
        _ = opening(name, isBegun: true, inside: nil) { period, line in
            name == .shift
                ? try injector.begin(.shift, providing: SharedScopes.Badge(period: period), line: line)
                : try injector.begin(.errand, providing: SharedScopes.Slip(period: period), line: line)
        }
    }

    /// Opens a scope, and sometimes abandons the handle of another one.
    private func open(_ name: History.Period.Name, _ outer: SharedScopes.Opened?) {
        let opened = opening(name, inside: outer) { period, line in
            name == .shift
                ? try injector.open(.shift, providing: SharedScopes.Badge(period: period), line: line)
                : try injector.open(.errand, providing: SharedScopes.Slip(period: period), line: line)
        }
        guard let (handle, period) = opened else { return }
        let start = stress_tick()
        let new = SharedScopes.Opened(handle: handle, period: period, name: name)
        if let abandoned = round.scopes.add(new, at: below(9)) {
            see(.end, abandoned.name, abandoned.period, from: start, to: .max)
        }
    }

    private func withErrand(in outer: SharedScopes.Opened?) {
        _ = opening(.errand, inside: outer) { period, line in
            try injector.withScope(.errand, providing: SharedScopes.Slip(period: period), line: line) {
                history.periods[ID.index(period)].end = stress_tick()
                request(.errand, inside: period, through: nil)
            }
        }
    }

    // MARK: - Requests

    private func request(_ name: History.Period.Name, through chosen: SharedScopes.Opened?) {
        guard let chosen else { return request(name, inside: nil, through: nil) }
        chosen.handle.run { request(name, inside: chosen.period, through: chosen) }
    }

    /// Requests the instance of a scope.
    ///
    /// - Parameters:
    ///   - name: The scope.
    ///   - period: The period that the request is made in, or nil if only begun scopes are seen.
    ///   - handle: The handle through which it is made, if any.
    private func request(_ name: History.Period.Name, inside period: Int?, through handle: SharedScopes.Opened?) {
        let start = stress_tick()
        do {
            let id: String? = name == .errand ? "errand" : nil
            let desk = try injector.throwingInstance(for: SharedScopes.Desk.self, id: id)
            see(.open, name, desk.period, inside: period, from: start)
            if let shift = desk.shift { see(.open, .shift, shift.period, inside: desk.period, from: start) }
        } catch {
            note(error, name, through: handle, from: start)
        }
    }

    // MARK: - Notes

    private func see(
        _ kind: History.Sight.Kind,
        _ name: History.Period.Name,
        _ period: Int = 0,
        inside outer: Int? = nil,
        from start: Int,
        to end: Int? = nil
    ) {
        history.sights.append(
            .init(kind: kind, name: name, period: period, outer: outer, start: start, end: end ?? stress_tick())
        )
    }

    /// Notes what the error of a call says about a scope.
    private func note(
        _ error: any Error,
        _ name: History.Period.Name,
        through handle: SharedScopes.Opened? = nil,
        from start: Int
    ) {
        switch ((error as? ScopeError)?.reason, (error as? InjectionError)?.reason) {
        case (.alreadyBegun(let location)?, _):
            see(.open, name, Int(location.line), from: start)
        case (.outerScopeNotOpen?, _) where handle != nil:
            see(.ending, .shift, handle!.period, from: start)
        case (.outerScopeNotOpen?, _):
            see(.unseen, .shift, from: start)
        case (.notBegun?, _):
            see(.unseen, name, from: start)
        case (_, .scopeNotOpen(_, let opened?, _?)?):
            see(.over, name, Int(opened.line), from: start)
        case (_, .scopeNotOpen(_, nil, nil)?) where handle == nil:
            see(.unseen, name, from: start)
        case (_, .scopeNotOpen(_, nil, nil)?) where handle!.name == .shift && name == .errand:
            break
        default:
            complain("\(name): \(error)")
        }
    }
}
