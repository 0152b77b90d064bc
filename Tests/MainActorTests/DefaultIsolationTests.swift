import Fusion
import Testing
import Wormer
import WormerGraph

// The declarations of this module belong to the main actor by default.

extension Container.Scope {
    static let session = id("session")
}

extension Scope {
    static let visit = Scope("visit")
}

final class Account {
    let name: String
    init(name: String) { self.name = name }
}

extension Container {
    @Service var user = "Ada"
    @Service(.singleton) var shared = Account(name: user)
    @Service(.session) var account = Account(name: user)
    @Service(lifetime: .scope(.visit)) var visited = Account(name: user)
    @Service nonisolated var anywhere = 7
    @Provides func visitor(_ number: Int, of name: String) throws -> Account { Account(name: name) }
    @Provides(.singleton) func guest(number: Int) throws -> Account { Account(name: user) }
    @Provides(.singleton) func owner() throws -> Account { Account(name: user) }
}

protocol Login {}
protocol Logout {}
final class Session: Login, Logout {}

extension Container {
    @Service(.singleton) var login = Session()
    @Service var sameLogin = login
    @Service var anyLogin: any Login = login
    @Service var logout: any Login & Logout = (login)
    @Service var optionalLogin: (any Login)? = login
    @Service var forcedLogin: Session! = login
    @Service var furtherLogin: any Login = sameLogin
    @Service private var ownLogin = login
    @Service var castLogin: any Login = anyLogin as any Login
    @Service var loginOfOwn: any Login = ownLogin
    @Service(test: Session()) var testedLogin: any Login = login
    @Service nonisolated var sameNumber: Int? = anywhere
    // The name of a static function of the container.
    @Service var reset = Session()
    @Service var anyReset: any Login = reset
}

nonisolated protocol Clock: Sendable {
    var zone: String { get }
}

nonisolated struct SystemClock: Clock {
    let zone: String
}

/// As in an app: without an attribute, the type belongs to the main actor.
final class Screen {
    let clock: any Clock

    init(clock: any Clock) { self.clock = clock }
}

/// Requests on its own actor.
actor Station {
    let injector: Injector

    init(injector: Injector) { self.injector = injector }

    static let line: UInt = #line + 3

    func zone(of id: String) throws -> String {
        try injector.throwingInstance(for: (any Clock).self, id: id).zone
    }
}

@Suite("Bindings and services work in a module whose default isolation is the main actor")
struct DefaultIsolationTests {
    private let injector = Injector(parent: nil)

    private var station: Station { Station(injector: injector) }

    @Test("An actor resolves bindings of the general form in a main-actor module")
    func general() async throws {
        injector.bind(Clock.self, id: "value", to: .value(SystemClock(zone: "UTC")))
        injector.bind(Clock.self, id: "closure", lifetime: .singleton, to: .make { SystemClock(zone: "CET") })
        injector.bind(String.self, to: .value("EST"))
        injector.bind(Clock.self, id: "wired", to: .using(SystemClock.init(zone:)))
        let zones = try await [station.zone(of: "value"), station.zone(of: "closure"), station.zone(of: "wired")]
        #expect(zones == ["UTC", "CET", "EST"])
    }

    @Test("A main-actor instance is marked in the graph and created on the main actor")
    func onMainActor() async throws {
        injector.bind(Clock.self, to: .value(SystemClock(zone: "UTC")))
        injector.bind(Screen.self, lifetime: .singleton, to: .onMainActor(Screen.init(clock:)))
        #expect(injector.explain(Screen.self).contains("Screen [singleton, MainActor]"))
        #expect(try injector.verify().description == "2 bindings verified.")
        let injector = injector
        let screen = try await Task.detached { try await injector.asyncInstance(for: Screen.self) }.value
        #expect(injector.instance(for: Screen.self) === screen)
    }

    @Test("A classic closure belongs to the main actor, and the error of a lookup on an actor shows that")
    func classic() async throws {
        let line = UInt(#line)
        injector.bind(interface: Clock.self, id: "home", toImplementation: SystemClock.self) { SystemClock(zone: "") }
        #expect(injector.explain(Clock.self, id: "home").contains("SystemClock [transient, MainActor]"))
        #expect(
            try await injector.verifyInstances().description == """
                1 binding verified.
                Depends on a condition:
                  - Clock (id: "home") (MainActorTests/DefaultIsolationTests.swift:\(line + 1)): only on MainActor, \
                where its closure was written
                """
        )
        let error = await #expect(throws: InjectionError.self) { try await station.zone(of: "home") }
        #expect(
            error?.description == """
                Cannot inject Clock (id: "home"): it is created on MainActor, but the lookup came from elsewhere.
                  looked up at  MainActorTests/DefaultIsolationTests.swift:\(Station.line)
                  bound at      MainActorTests/DefaultIsolationTests.swift:\(line + 1)
                  to do         Resolve it on MainActor, or wait for it:
                                try await injector.asyncInstance(for: Clock.self, id: "home")
                  or            Bind it with code that belongs to no actor:
                                injector.bind(Clock.self, id: "home", to: .make { <#Clock#> })
                """
        )
        let injector = injector
        let detached = await Task.detached {
            #expect(throws: InjectionError.self) { try injector.throwingInstance(for: (any Clock).self, id: "home") }
        }.value
        #expect(detached?.path.last?.bindingLocation == error?.path.last?.bindingLocation)
        #expect(try await injector.asyncInstance(for: (any Clock).self, id: "home").zone.isEmpty)
    }

    @Test("A classic closure that is marked '@Sendable in' belongs to no actor")
    func sendable() async throws {
        injector.bind(interface: Clock.self, id: "home", toImplementation: SystemClock.self) { @Sendable in
            SystemClock(zone: "UTC")
        }
        #expect(try await station.zone(of: "home") == "UTC")
    }

    @Test("Services with every lifetime can be declared in a main-actor module")
    func services() async throws {
        let container = Container()
        #expect(container.shared === container.shared)
        #expect(container.account === container.account)
        container.reset(.session)
        container.user = "Bob"
        #expect(container.account.name == "Bob")
        #expect(container.shared.name == "Ada")
        try await container.injector.withScope(.visit) { #expect(container.visited === container.visited) }
        let number = await Task.detached { container.anywhere }.value
        #expect(number == 7)
    }

    @Test("The error of a function that is called outside the main actor shows a call that compiles")
    func functions() async throws {
        let calls: [(code: String, call: @Sendable () throws -> Account)] = [
            ("visitor(<#value#>, of: <#of#>)", { [visitor = Container.main.visitorProvider] in try visitor(1, "Eve") }),
            ("guest(number: <#number#>)", { [guest = Container.main.guestProvider] in try guest(1) }),
            ("owner()", Container.main.ownerProvider),
        ]
        for (code, call) in calls {
            let error = await Task.detached { #expect(throws: InjectionError.self) { _ = try call() } }.value
            let text = error?.description ?? ""
            let advice = "Call the function on the actor, or wait for it:\n\(blanks)await Container.main.\(code)\n"
            #expect(text.contains("to do         " + advice))
        }
    }

    private let blanks = String(repeating: " ", count: 16)

    @Test("A service can be another one by another name, in the container that is read")
    func anotherName() {
        let container = Container()
        let login = container.login
        let others: [any Login] = [
            container.sameLogin, container.anyLogin, container.logout, container.furtherLogin, container.loginOfOwn,
            container.castLogin,
        ]
        #expect(others.allSatisfy { $0 as AnyObject === login })
        #expect(container.optionalLogin as AnyObject === login && container.forcedLogin === login)
        #expect(container.sameNumber == 7)
        #expect(container.anyReset is Session)
    }

    @Test("The static property reads and assigns the service of the main container, and can be awaited elsewhere")
    func staticProperties() async {
        await Container.mock { _ in
        } then: {
            let session = Session()
            Container.login = session
            #expect(Container.main.login === session)
            let (login, user) = await Task { @concurrent in
                Container.sameNumber = 3
                return (await Container.login, await Container.user)
            }.value
            #expect(login === session && user == "Ada")
            Container.user += "!"
            #expect(Container.user == "Ada!" && Container.sameNumber == 3)
        }
    }
}
