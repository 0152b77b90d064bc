import Testing

@testable import Wormer

@Suite("A resolution instance is shared only by constructions that see the same scopes")
struct ResolutionScopeTests {
    /// The object that the parts of one result share.
    final class Panel: Sendable {
        let user: Sessions.User?

        init(user: Sessions.User?) { self.user = user }
    }

    final class Holder: Sendable {
        let panel: Panel
        let other: Panel

        init(panel: Panel, other: Panel) { (self.panel, self.other) = (panel, other) }
    }

    struct Root: Sendable {
        let panels: [Panel]
        let holder: Holder
    }

    /// A way to look the panel up.
    enum Way: CaseIterable, Sendable {
        case awaited, synchronous, optional, provider, contributions, dictionary, nested

        func panel(in injector: Injector) async throws -> Panel {
            switch self {
            case .awaited: try await injector.asyncInstance()
            case .synchronous: try synchronousPanel(in: injector)
            case .optional: try #require(try await injector.asyncInstance(for: Panel?.self))
            case .provider: try await injector.asyncInstance(for: Provider<Panel>.self).get()
            case .contributions: try await injector.asyncInstances(for: Panel.self)[0]
            case .dictionary: try #require(try await injector.asyncInstance(for: [String: Panel].self)["panel"])
            case .nested: try await injector.asyncInstance(for: Root.self).panels[0]
            }
        }
    }

    private let injector = Sessions.injector()

    init() {
        injector.bind(Sessions.User?.self, to: .make { $0.safeInstance(for: Sessions.User.self) })
        bindPanel(to: .using(Panel.init(user:)))
    }

    private func bindPanel(to factory: Factory<Panel>) {
        injector.bind(Panel.self, lifetime: .resolution, to: factory)
        injector.bind(Panel.self, id: "panel", lifetime: .resolution, to: factory)
        injector.contribute(to: Panel.self, id: "contributed", lifetime: .resolution, factory)
        injector.bind(Holder.self, lifetime: .resolution, to: .using(Holder.init(panel:other:)))
        injector.bind(Root.self, to: .using { (panel: Panel, holder: Holder) in Root(panels: [panel], holder: holder) })
    }

    /// Runs a function as the factory of an instance, asynchronous or not.
    private func inFactory<Result: Sendable>(_ body: @escaping @Sendable (Injector) async throws -> Result) async throws
        -> Result
    {
        injector.bindAsync([Result].self) { [try await body($0)] }
        return try await injector.asyncInstance(for: [Result].self)[0]
    }

    private func inSynchronousFactory<Result: Sendable>(_ body: @escaping @Sendable (Injector) throws -> Result) throws
        -> Result
    {
        injector.bindMake([Result].self) { [try body($0)] }
        return try injector.throwingInstance(for: [Result].self)[0]
    }

    @Test(
        "A factory that asks in two sessions, one after the other, gets each user's",
        arguments: Opening.allCases,
        Way.allCases
    )
    func sessions(opening: Opening, way: Way) async throws {
        for isAsync in [false, true] {
            bindPanel(to: isAsync ? .async(Panel.init(user:)) : .using(Panel.init(user:)))
            guard !isAsync || way != .synchronous else { continue }
            let names = try await inFactory { injector in
                var names = [try await way.panel(in: injector).user?.name]
                for user in [Sessions.ada, Sessions.bob] {
                    try await opening.open(Sessions.session, providing: user, in: injector) {
                        let panel = try await way.panel(in: injector)
                        #expect(try await way.panel(in: injector) === panel)
                        names.append(panel.user?.name)
                    }
                }
                return names
            }
            #expect(names == [nil, "Ada", "Bob"])
        }
    }

    @Test("A synchronous factory that asks in two sessions gets each user's, through handles and closures")
    func synchronously() async throws {
        let users = [Sessions.ada, Sessions.bob]
        let handles = try users.map { try injector.open(Sessions.session, providing: $0) }
        let (first, second, again) = try inSynchronousFactory { injector in
            let outside = try synchronousPanel(in: injector)
            let first = try handles.map { try $0.run { try synchronousPanel(in: injector) } }
            let second = try users.map { user in
                try injector.withScope(Sessions.session, providing: user) { try synchronousPanel(in: injector) }
            }
            let again = try handles.map { try $0.run { try synchronousPanel(in: injector) } }
            #expect(try synchronousPanel(in: injector) === outside)
            return (first, second, again)
        }
        #expect(first.map(\.user) == users)
        #expect(second.map(\.user) == users)
        #expect(zip(first, again).allSatisfy { $0 === $1 })
        for handle in handles { try await handle.end() }
    }

    @Test("After a session has ended, its resolution instances are not shared any more", arguments: [true, false])
    func ended(isOuter: Bool) async throws {
        injector.bind(Panel.self, lifetime: .resolution, to: .using { (user: Sessions.User) in Panel(user: user) })
        let page = Scope("page of panels")
        let reason = try await inFactory { [injector] _ in
            let session = try injector.open(Sessions.session, providing: Sessions.ada)
            let inner = isOuter ? try session.run { try injector.open(page) } : session
            #expect(try inner.run { try synchronousPanel(in: injector) }.user == Sessions.ada)
            try await session.end()
            let error = #expect(throws: InjectionError.self) { try inner.run { try synchronousPanel(in: injector) } }
            return error?.reason.name
        }
        #expect(reason == "scopeNotOpen")
    }

    @Test(
        "A kept instance has resolution instances of its own, which see what it may use",
        arguments: [Lifetime.singleton, .weak, .scope(.session), .scope(.job)],
        [true, false]
    )
    func kept(lifetime: Lifetime, isAsync: Bool) async throws {
        injector.bind(
            Holder.self,
            lifetime: lifetime,
            to: isAsync ? .async(Holder.init(panel:other:)) : .using(Holder.init(panel:other:))
        )
        injector.bind(Root.self, id: "panels first", to: .using { Root(panels: [$0, $1], holder: $2) })
        injector.bind(Root.self, id: "holder first", to: .using { Root(panels: [$1, $2], holder: $0) })
        try await injector.withScope(.job) {
            try await injector.withScope(Sessions.session, providing: Sessions.ada) {
                for id in ["panels first", "holder first"] {
                    let root: Root =
                        try await isAsync ? injector.asyncInstance(id: id) : synchronousInstance(id, in: injector)
                    #expect(root.panels[0] === root.panels[1])
                    #expect(root.holder.panel === root.holder.other)
                    #expect(root.panels[0].user == Sessions.ada)
                    #expect(root.holder.panel.user == nil)
                }
            }
        }
    }

    @Test("A captive behind a resolution instance is found in each order of the parameters", arguments: [true, false])
    func captives(isAsync: Bool) async throws {
        injector.bind(Panel.self, lifetime: .resolution, to: .using { (user: Sessions.User) in Panel(user: user) })
        injector.bind(Holder.self, lifetime: .singleton, to: .using(Holder.init(panel:other:)))
        injector.bind(Root.self, id: "panel first", to: .using { Root(panels: [$0], holder: $1) })
        injector.bind(Root.self, id: "holder first", to: .using { Root(panels: [$1], holder: $0) })
        try await injector.withScope(Sessions.session, providing: Sessions.ada) {
            for id in ["panel first", "holder first"] {
                let error = await #expect(throws: InjectionError.self) {
                    _ =
                        try await isAsync
                        ? injector.asyncInstance(for: Root.self, id: id) : synchronousInstance(id, in: injector)
                }
                #expect(error?.reason.name == "captiveDependency")
            }
        }
    }

    @Test(
        "A factory of a kept instance that opens sessions gets a panel for each of them, also after an await",
        arguments: [true, false]
    )
    func sessionsOfKeptInstance(isAwaited: Bool) async throws {
        injector.bindAsync(Int.self) { _ in 0 }
        @Sendable func holder(_ injector: Injector) throws -> Holder {
            let panels = try [Sessions.ada, Sessions.bob].map { user in
                try injector.withScope(Sessions.session, providing: user) {
                    let panel: Panel = try injector.throwingInstance()
                    #expect(try injector.throwingInstance(for: Panel.self) === panel)
                    return panel
                }
            }
            return Holder(panel: panels[0], other: panels[1])
        }
        let factory: Factory<Holder> =
            isAwaited ? .using { [injector] (_: Int) in try holder(injector) } : .make { try holder($0) }
        injector.bind(Holder.self, lifetime: .singleton, to: factory)
        let root: Root = try await injector.asyncInstance()
        #expect(root.holder.panel.user == Sessions.ada)
        #expect(root.holder.other.user == Sessions.bob)
    }

    @Test("A parent's resolution instance sees what has begun in the parent, and is shared with its children")
    func children() async throws {
        let child = Injector(parent: injector)
        child.bind(Panel.self, id: "child", lifetime: .resolution, to: .using(Panel.init(user:)))
        try injector.begin(Sessions.session, providing: Sessions.ada)
        child.bindMake([Panel].self) { child in
            let inherited: Panel = try child.throwingInstance()
            let own: Panel = try child.throwingInstance(id: "child")
            return [inherited, own, try child.throwingInstance(), try child.throwingInstance(id: "child")]
        }
        let panels: [Panel] = child.instance()
        #expect(panels[0] === panels[2])
        #expect(panels[1] === panels[3])
        #expect(panels[0] !== panels[1])
        #expect(panels.allSatisfy { $0.user == Sessions.ada })
        try await injector.end()
    }

    @Test("An override inside a factory shares what was created outside it in the same scopes, and nothing else")
    func overrides() throws {
        let (outside, inside, session) = try inSynchronousFactory { injector in
            let outside: Panel = try injector.throwingInstance()
            return try inOverride {
                let session = try injector.withScope(Sessions.session, providing: Sessions.ada) {
                    try injector.throwingInstance(for: Panel.self)
                }
                return (outside, try injector.throwingInstance(for: Panel.self), session)
            }
        }
        #expect(outside === inside)
        #expect(session.user == Sessions.ada)
    }

    @Test("Child tasks of a factory share an instance in each scope")
    func childTasks() async throws {
        let panels = try await inFactory { injector in
            func both() async throws -> [Panel] {
                async let first = injector.asyncInstance(for: Holder.self).panel
                async let second = injector.asyncInstance(for: Root.self).panels[0]
                return [try await first, try await second]
            }
            let outside = try await both()
            return try await injector.withScope(Sessions.session, providing: Sessions.ada) {
                outside + (try await both())
            }
        }
        #expect(panels[0] === panels[1])
        #expect(panels[2] === panels[3])
        #expect(panels.map(\.user) == [nil, nil, Sessions.ada, Sessions.ada])
    }
}

private func synchronousPanel(in injector: Injector) throws -> ResolutionScopeTests.Panel {
    try injector.throwingInstance()
}

private func synchronousInstance<Instance>(_ id: String, in injector: Injector) throws -> Instance {
    try injector.throwingInstance(id: id)
}
