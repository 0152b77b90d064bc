import Testing
import Wormer

/// An instance that notes whose session each function of its construction has found.
private protocol Noting: Sendable {
    var users: [String] { get }

    init(users: [String])
}

private struct Part: Noting { let users: [String] }

/// An object with a part, which can be kept weakly.
private final class Holder: Noting {
    let users: [String]

    init(users: [String]) { self.users = users }
}

@globalActor
private actor Workshop { static let shared = Workshop() }

@Suite("Every function of a construction sees only the scopes that the instance may use")
@MainActor
struct ConstructionScopeTests {
    enum Form: CaseIterable, Sendable { case make, using, async, asyncUsing, mainActor, closure, closureOfActor }
    enum Decorator: CaseIterable, Sendable { case none, closure, parameters, throwing, mainActor }
    enum Keeper: CaseIterable, Sendable { case singleton, alwaysOpen, weak, handle, begun, resolution, transient }

    struct Case: CustomTestStringConvertible {
        let form: Form
        let decorator: Decorator
        let keeper: Keeper
        let isHolderAsync: Bool
        let isAwaited: Bool

        var isKept: Bool { ![.resolution, .transient].contains(keeper) }

        static let all = Form.allCases.flatMap { form in
            Decorator.allCases.flatMap { decorator in
                Keeper.allCases.flatMap { keeper in
                    let isSynchronous = [.make, .using, .mainActor, .closure].contains(form)
                    return [(false, false), (false, true), (true, true)].filter { isSynchronous || $0.1 }.map {
                        Case(form: form, decorator: decorator, keeper: keeper, isHolderAsync: $0.0, isAwaited: $0.1)
                    }
                }
            }
        }

        var testDescription: String {
            "\(form), decorator: \(decorator), holder: \(keeper)\(isHolderAsync ? ", async" : ""), "
                + (isAwaited ? "awaited" : "not awaited")
        }
    }

    private let page = Scope("page that was open before the session")
    private let injector = Sessions.injector()

    init() { injector.bind(Sessions.User?.self, to: .make { $0.safeInstance(for: Sessions.User.self) }) }

    @Test(
        "Factories and decorators of a kept instance and of its part don't find the user's session",
        arguments: Case.all
    )
    func matrix(test: Case) async throws {
        bindPart(test.form)
        bindHolder(test)
        decorate(Part.self, test.decorator)
        decorate(Holder.self, test.decorator)
        let handle = test.keeper == .begun ? nil : try injector.open(page)
        if test.keeper == .begun {
            try injector.begin(page)
        }
        for user in [Sessions.ada, Sessions.bob] {
            try await injector.withScope(Sessions.session, providing: user) {
                func check() async throws {
                    if test.isKept, test.decorator == .throwing {
                        let error = await #expect(throws: InjectionError.self) { try await holder(test) }
                        #expect(["captiveDependency", "scopeNotOpen"].contains(error?.reason.name))
                    } else {
                        let users = try await holder(test).users
                        #expect(Set(users) == [test.isKept ? "nobody" : user.name])
                    }
                }
                if let handle {
                    try await handle.run { try await check() }
                } else {
                    try await check()
                }
            }
        }
        try await injector.end()
        try await handle?.end()
    }

    private func holder(_ test: Case) async throws -> Holder {
        try await test.isAwaited ? injector.asyncInstance() : synchronousHolder()
    }

    private func synchronousHolder() throws -> Holder { try injector.throwingInstance() }

    private func bindPart(_ form: Form) {
        let type = Part.self
        @Sendable func part(_ injector: Injector, _ user: Sessions.User? = nil, isPassed: Bool = false) -> Part {
            Part(users: [name(in: injector)] + (isPassed ? [user?.name ?? "nobody"] : []))
        }
        let using: @Sendable (Injector, Sessions.User?) -> Part = { part($0, $1, isPassed: true) }
        switch form {
        case .make: injector.bind(type, to: .make { part($0) })
        case .using: injector.bind(type, to: .using { [unowned injector] in using(injector, $0) })
        case .async:
            injector.bindAsync(type) { injector in
                await Task.yield()
                return part(injector)
            }
        case .asyncUsing: injector.bind(type, to: .async { [unowned injector] in using(injector, $0) })
        case .mainActor: injector.bind(type, to: .onMainActor { part($0) })
        case .closure: injector.bind(interface: type, toImplementation: type) { @MainActor in part($0) }
        case .closureOfActor: injector.bind(interface: type, toImplementation: type) { @Workshop in part($0) }
        }
    }

    private func bindHolder(_ test: Case) {
        let lifetime: Lifetime =
            switch test.keeper {
            case .singleton: .singleton
            case .alwaysOpen: .scope(.session)
            case .weak: .weak
            case .handle, .begun: .scope(page)
            case .resolution: .resolution
            case .transient: .transient
            }
        let make: @Sendable (Part) -> Holder = { [unowned injector] in
            Holder(users: $0.users + [name(in: injector)])
        }
        injector.bind(Holder.self, lifetime: lifetime, to: test.isHolderAsync ? .async { make($0) } : .using(make))
    }

    private func decorate<Decorated: Noting>(_ type: Decorated.Type, _ decorator: Decorator) {
        @Sendable func note(_ base: Decorated, _ user: String) -> Decorated { Decorated(users: base.users + [user]) }
        switch decorator {
        case .none: break
        case .closure: injector.decorate(type) { [unowned injector] in note($0, name(in: injector)) }
        case .parameters:
            injector.decorate(type) { [unowned injector] (base: Decorated, user: Sessions.User?) in
                note(note(base, user?.name ?? "nobody"), name(in: injector))
            }
        case .throwing:
            injector.decorate(type) { [unowned injector] in
                note($0, try injector.throwingInstance(for: Sessions.User.self).name)
            }
        case .mainActor:
            injector.decorate(type, onMainActor: { [unowned injector] in note($0, name(in: injector)) })
        }
    }
}

/// The name of the user whose session a function finds.
private func name(in injector: Injector) -> String {
    injector.safeInstance(for: Sessions.User.self)?.name ?? "nobody"
}
