import Fusion
import TestSupport
import Testing
import Wormer

private final class Credential: Sendable {}

private protocol Login: Sendable { var credential: Credential { get } }

private struct LiveLogin: Login { let credential: Credential }

private let ended = Tally()

extension Container.Scope { fileprivate static let login = id("reset.login") }

extension Container {
    @Service(.singleton, onEnd: { (_: Credential) in ended.increment() }) fileprivate var credential = Credential()
    @Service(.login) fileprivate var cached = Credential()
    @Service(lifetime: .weak) fileprivate var weak = Credential()
    @Service(lifetime: .scope(Wormer.Scope("reset.visit"))) fileprivate var visiting = Credential()
    @Service fileprivate var fresh = Credential()
    @Service fileprivate var promised: Credential
    @Service(.singleton) fileprivate var login: any Login = LiveLogin(credential: Credential())
}

@Suite("Container.reset with a property drops the service's instance and what was assigned", .serialized)
struct ContainerResetTests {
    @Test("The next read creates another instance, whatever keeps it, and other services keep theirs")
    func kept() async throws {
        let container = Container()
        let first = container.credential
        container.unassign(\.credential)
        #expect(container.credential === first)
        let before = ended.count
        for property in [\Container.credential, \.cached, \.weak] {
            let (old, login) = (container[keyPath: property], container.login.credential)
            container.reset(property)
            let new = container[keyPath: property]
            #expect(new !== old && container[keyPath: property] === new)
            #expect(container.login.credential === login)
        }
        #expect(ended.count == before + 1)
        try await container.injector.withScope(Wormer.Scope("reset.visit")) {
            let old = container.visiting
            container.reset(\.visiting)
            #expect(container.visiting !== old)
        }
        _ = container.fresh
        container.reset(\.fresh)
        container.reset(\.promised)
        let login = container.login.credential
        container.reset(\.login)
        #expect(container.login.credential !== login)
    }

    @Test("An assigned value is removed, in the program and in a mock, where what is outside stays")
    func assigned() {
        let (container, mock) = (Container(), Credential())
        let first = container.credential
        for assign in [{ container.credential = mock }, { container.mock(\.credential, value: mock) }] {
            assign()
            #expect(container.credential === mock)
            container.reset(\.credential)
            #expect(container.credential !== mock && container.credential !== first)
        }
        container.promised = mock
        container.reset(\.promised)
        #expect(!container.injector.isAssigned(Credential.self))

        let outside = container.credential
        let count = ended.count
        container.mock {
            $0.credential = mock
        } then: {
            container.reset(\.credential)
            let inside = container.credential
            #expect(inside !== mock && inside !== outside && container.credential === inside)
        }
        #expect(container.credential === outside && ended.count == count + 1)
    }

    @Test("The static form resets the main container, and a child its parent's service")
    func containers() {
        Container.mock { _ in
            Container.main = Container()
        } then: {
            let first = Container.credential
            Container.reset(\.credential)
            #expect(Container.credential !== first)
            let (child, second) = (Container(parent: .main), Container.credential)
            child.reset(\.credential)
            #expect(Container.credential !== second)
        }
    }

    @Test("A type that is another name of the service resets it, too")
    func alias() {
        let container = Container()
        container.setAlias(\.login, for: Login.self)
        let first = container.resolveAssert(Login.self).credential
        container.injector.reset(Login.self)
        #expect(container.resolveAssert(Login.self).credential !== first)
    }
}

extension Injector {
    fileprivate func isAssigned<P>(_ type: P.Type) -> Bool {
        registry.visibleBindings.contains { $0.isAssigned && $0.key.interface == type }
    }
}
