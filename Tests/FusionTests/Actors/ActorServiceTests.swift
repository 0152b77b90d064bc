import Fusion
import Testing
import Wormer

extension Container {
    @MainActor @Service fileprivate var screen: any Screening = Screen()
    @MainActor @Service(.singleton) fileprivate var onlyScreen: any Screening = Screen()
    @MainActor @Service(lifetime: .weak) fileprivate var weakScreen = Screen()
    @MainActor @Service fileprivate var opaqueScreen: some Screening = Screen()
    @MainActor @Service fileprivate var givenScreen: any Screening
    @MainActor @Service(.singleton) fileprivate var widerScreen = Screen(width: onlyScreen.width + 1)
    @ToolActor @Service(.singleton) fileprivate var tool = Tool(size: plainSize)
    @Service(.singleton) fileprivate var plainSize = 7
    @ToolActor @Service fileprivate var sameTool: Tool? = tool
    @MainActor @Service fileprivate var sameScreen: any Screening = (widerScreen)
}

@MainActor
extension Container { @Service(.singleton) fileprivate var extendedScreen = Screen(width: 5) }

@Suite("A declared service can belong to an actor")
struct ActorServiceTests {
    private let container = Container()

    @Test("On its actor, a service is read synchronously with every lifetime")
    @MainActor
    func onTheActor() {
        #expect(container.screen !== container.screen)
        #expect(container.onlyScreen === container.onlyScreen)
        let held = container.weakScreen
        #expect(container.weakScreen === held)
        #expect(container.opaqueScreen.width == 80)
        #expect(container.widerScreen.width == 81)
        #expect(container.sameScreen === container.widerScreen)
        #expect(container.extendedScreen === container.extendedScreen)
        let given = Screen(width: 1)
        container.givenScreen = given
        container.screen = given
        #expect(container.givenScreen === given && container.screen === given)
    }

    @Test("Off its actor, a service is read with 'await' and created on the actor")
    func elsewhere() async {
        let made = await container.onlyScreen
        #expect(await container.onlyScreen === made)
        #expect(await container.widerScreen.width == 81)
        #expect(await container.extendedScreen.width == 5)
        #expect(await container.screen !== container.screen)
    }

    @Test("A service of another global actor is awaited and created on that actor")
    func otherActor() async {
        let made = await container.tool
        #expect(await container.tool === made)
        #expect(await container.sameTool === made)
        #expect(made.size == 7)
    }

    @Test("An alias of a main-actor service is resolved synchronously on the actor and awaited elsewhere")
    func alias() async throws {
        await MainActor.run {
            container.setAlias(\.screen, for: (any Screening).self)
            container.setAlias(\.onlyScreen, for: Screen.self)
            #expect(container.resolveAssert(Screen.self) === container.onlyScreen)
            #expect(container.resolveAssert((any Screening).self).width == 80)
        }
        #expect(try await container.injector.asyncInstance(for: (any Screening).self) !== container.onlyScreen)
        #expect(try await container.injector.asyncInstance(for: Screen.self) === container.onlyScreen)
        #expect(container.resolveAssert(Screen.self) === (await container.onlyScreen))
    }

    @Test("An alias of a nonisolated service is resolved anywhere, even if it was set on the main actor")
    func aliasOfPlain() async throws {
        await MainActor.run {
            container.setAlias(\.plainSize, for: Int.self)
            let notSendable: KeyPath<Container, Int> = \.plainSize
            container.setAlias(notSendable, for: (any Equatable).self)
        }
        #expect(container.resolve(Int.self) == 7)
        #expect(container.resolve((any Equatable).self) as? Int == 7)
        #expect(try await container.injector.asyncInstance(for: (any Equatable).self) as? Int == 7)
    }
}
