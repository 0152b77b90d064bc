import Testing
import Wormer

@Suite("Several bindings contribute to one interface")
struct ContributionTests {
    let injector = Injector(parent: nil)

    private func contribute(_ name: String, id: AnyHashable? = nil, _ lifetime: Lifetime = .transient) {
        injector.contribute(to: Plugin.self, id: id, lifetime: lifetime, .make { SharedPlugin(name: name) })
    }

    @Test("A decorator of contributions wraps all of them, also later ones, and nothing else")
    func decorated() throws {
        func names(_ injector: Injector) -> [String] { injector.instances(for: Plugin.self).map(\.name) }
        contribute("a")
        contribute("b", id: "b", .singleton)
        injector.bind(Plugin.self, to: .make { NamedPlugin(name: "bound") })
        injector.bind(String.self, to: .value("wired"))
        _ = injector.plugins
        injector.decorateContributions(to: Plugin.self) { base in NamedPlugin(name: "1(\(base.name))") }
        injector.decorateContributions(to: Plugin.self) { (base: any Plugin, text: String) in
            NamedPlugin(name: "\(text)(\(base.name))")
        }
        contribute("c")
        contribute("b", id: "b")
        #expect(names(injector) == ["wired(1(a))", "wired(1(b))", "wired(1(c))"])
        #expect(injector.instance(for: Plugin.self, id: "b").name == "wired(1(b))")
        #expect(injector.instance(for: Plugin.self).name == "bound")

        let mock = Override()
        mock.run {
            injector.decorateContributions(to: Plugin.self) { base in NamedPlugin(name: "mock(\(base.name))") }
            contribute("d")
        }
        // These are seen inside, so they're decorated there.
        contribute("e", .singleton)
        contribute("f", id: "f", .singleton)
        mock.run {
            let byIdentifier = injector.instance(for: Plugin.self, id: "f").name
            #expect(byIdentifier == "mock(wired(1(f)))")
            #expect(names(injector) == ["a", "b", "c", "d", "e", "f"].map { "mock(wired(1(\($0))))" })
        }
        #expect(names(injector) == ["a", "b", "c", "e", "f"].map { "wired(1(\($0)))" })
        injector.unbind([any Plugin].self)
        injector.bind(Plugin.self, id: "f", to: .make { NamedPlugin(name: "no contribution") })
        #expect(injector.instance(for: Plugin.self, id: "f").name == "no contribution")
        contribute("g")
        #expect(names(injector) == ["wired(1(g))"])
        injector.unbindAll()
        contribute("h")
        #expect(names(injector) == ["h"])
    }

    @Test("A lookup returns all contributions in the order of their registration")
    func order() {
        #expect(injector.plugins == [])
        for name in ["a", "b", "c"] { contribute(name) }
        #expect(injector.plugins == ["a", "b", "c"])
    }

    @Test("An array of the interface contains all contributions, also as a parameter, and can be empty")
    func arrays() throws {
        struct Host {
            let plugins: [any Plugin]
            let numbers: [Int]
        }
        injector.bind(Host.self, to: .using(Host.init(plugins:numbers:)))
        contribute("a")
        contribute("b")
        let host: Host = injector.instance()
        #expect(host.plugins.map(\.name) == ["a", "b"])
        #expect(host.numbers == [])
        #expect(injector.instance(for: [any Plugin].self).count == 2)
        #expect(try injector.throwingInstance(for: [any Plugin].self).count == 2)
        #expect(injector.safeInstance(for: [Double].self) == [])
        #expect(injector.instance(for: [Double]?.self) == [])
        #expect(!injector.isBound([Double].self))
    }

    @Test("A bound array takes precedence over contributions, and an array with an identifier must be bound")
    func boundArrays() {
        contribute("a")
        injector.bind([any Plugin].self, to: .make { [] })
        #expect(injector.instance(for: [any Plugin].self).isEmpty)
        #expect(injector.plugins == ["a"])
        #expect(injector.safeInstance(for: [Int].self, id: 1) == nil)
    }

    @Test("Unbinding the array removes the contributions but not the parent's, and others take their place")
    func unbindingArray() {
        let child = Injector(parent: injector)
        contribute("of the parent")
        child.contribute(to: (any Plugin).self, .make { NamedPlugin(name: "a") })
        child.contribute(to: (any Plugin).self, id: 1, .make { NamedPlugin(name: "b") })
        #expect(!child.unbind((any Plugin).self))
        #expect(child.plugins == ["of the parent", "a", "b"])
        #expect(child.unbind([any Plugin].self))
        #expect(!child.unbind([any Plugin].self))
        #expect(child.plugins == ["of the parent"])
        #expect(!child.isBound((any Plugin).self, id: 1))
        child.contribute(to: (any Plugin).self, .make { NamedPlugin(name: "c") })
        #expect(child.plugins == ["of the parent", "c"])
    }

    @Test("Unbinding a bound interface or a bound array keeps the contributions")
    func unbindingBound() {
        contribute("a")
        injector.bind((any Plugin).self, to: .make { NamedPlugin(name: "b") })
        injector.bind([any Plugin].self, to: .make { [] })
        #expect(injector.unbind((any Plugin).self))
        #expect(injector.unbind([any Plugin].self))
        #expect(injector.plugins == ["a"])
        #expect(!injector.unbind((any Plugin).self, id: 1))
        #expect(injector.plugins == ["a"])
    }

    @Test("An identifier selects one contribution, and contributing with it again replaces that in its place")
    func identifiers() {
        contribute("a", id: "first")
        contribute("b", id: 2)
        contribute("c")
        #expect(injector.instance(for: Plugin.self, id: "first").name == "a")
        #expect(injector.instance(for: Plugin.self, id: 2.0).name == "b")
        #expect(injector.safeInstance(for: Plugin.self) == nil)
        contribute("d", id: "first")
        #expect(injector.plugins == ["d", "b", "c"])
    }

    @Test("unbind() removes a contribution, and a later binding with its identifier is no contribution")
    func unbinding() {
        contribute("a", id: 1)
        contribute("b", id: 2)
        injector.unbind(Plugin.self, id: 1)
        #expect(injector.plugins == ["b"])
        injector.bind(Plugin.self, id: 1, to: .make { NamedPlugin(name: "bound") })
        #expect(injector.plugins == ["b"])
        contribute("c", id: 1)
        #expect(injector.plugins == ["b", "c"])
        injector.bind(Plugin.self, to: .make { NamedPlugin(name: "alone") })
        #expect(injector.plugins == ["b", "c"])
    }

    @Test("An override's binding with the identifier of a contribution that it removed is no contribution")
    func bindingInsteadOfContributionInOverride() {
        contribute("a", id: "a")
        contribute("b")
        inOverride {
            injector.unbind(Plugin.self, id: "a")
            injector.bind(Plugin.self, id: "a", to: .make { SharedPlugin(name: "bound") })
            #expect(injector.plugins == ["b"])
            #expect(injector.instance(for: [String: any Plugin].self).mapValues(\.name) == ["a": "bound"])
        }
        #expect(injector.plugins == ["a", "b"])
    }

    @Test("A contribution that is unbound while a lookup creates all of them is left out")
    func takenBack() {
        let factory = Factory<Plugin>.make { [unowned injector] in
            injector.unbind(Plugin.self, id: "later")
            return NamedPlugin(name: "first")
        }
        injector.contribute(to: Plugin.self, factory)
        contribute("later", id: "later")
        #expect(injector.plugins == ["first"])
    }

    @Test("Each contribution has its own lifetime")
    func lifetimes() async throws {
        contribute("transient")
        contribute("singleton", .singleton)
        contribute("scope", id: "scope", .scope(.request))
        let (first, second) = try await injector.withScope(.request) {
            (injector.instances(for: Plugin.self), injector.instances(for: Plugin.self))
        }
        let areSame = zip(first, second).map { $0 as AnyObject === $1 as AnyObject }
        #expect(areSame == [false, true, true])
        let error = #expect(throws: InjectionError.self) { try injector.throwingInstances(for: Plugin.self) }
        #expect(error?.reason.name == "scopeNotOpen")
        contribute("weak", id: "scope", .weak)
        let kept = injector.instances(for: Plugin.self)
        #expect(kept[2] as AnyObject === injector.instance(for: Plugin.self, id: "scope") as AnyObject)
    }

    @Test("The contributions of one lookup share the instances of one resolution")
    func resolution() {
        injector.bind(Piece.self, lifetime: .resolution, to: .make { Piece() })
        for _ in 0..<2 {
            injector.contribute(to: ObjectIdentifier.self, .using { (piece: Piece) in ObjectIdentifier(piece) })
        }
        injector.bind(Int.self, to: .using { (all: [ObjectIdentifier]) in Set(all).count })
        #expect(injector.instance(for: Int.self) == 1)
        #expect(Set(injector.instances(for: ObjectIdentifier.self)).count == 1)
        let pieces = (0..<2).map { _ in injector.instance(for: Piece.self) }
        #expect(pieces[0] !== pieces[1])
        injector.contribute(to: Piece.self, .using { (piece: Piece) in piece })
        #expect(injector.instances(for: Piece.self)[0] !== injector.instances(for: Piece.self)[0])
    }

    @Test("The error for a contribution names it, and a decorator applies to that with its identifier")
    func failing() {
        contribute("a", id: "a")
        injector.decorate(Plugin.self, id: "a") { base in NamedPlugin(name: "decorated \(base.name)") }
        #expect(injector.plugins == ["decorated a"])
        injector.contribute(to: Plugin.self, .make { () -> NamedPlugin in throw PlannedFailure(description: "no") })
        let error = #expect(throws: InjectionError.self) { try injector.throwingInstances(for: Plugin.self) }
        #expect(error?.description.hasPrefix("Cannot inject contribution to Plugin: its factory threw") == true)
        #expect(injector.safeInstance(for: [any Plugin].self) == nil)
    }

    @Test("A child adds to the contributions of its parent, which come first and live in the parent")
    func children() {
        let child = Injector(parent: injector)
        contribute("parent", .singleton)
        child.contribute(to: Plugin.self, .make { NamedPlugin(name: "child") })
        contribute("parent, later")
        #expect(child.plugins == ["parent", "parent, later", "child"])
        #expect(injector.plugins == ["parent", "parent, later"])
        #expect(child.instance(for: [any Plugin].self).map(\.name) == ["parent", "parent, later", "child"])
        let shared = injector.instances(for: Plugin.self)[0] as AnyObject
        #expect(child.instances(for: Plugin.self)[0] as AnyObject === shared)
    }
}
