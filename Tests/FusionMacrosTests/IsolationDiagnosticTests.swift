import Testing

#if os(macOS) || os(Linux)
    @testable import FusionPlugin

    @Suite("The compiler checks the actor of a service")
    struct IsolationDiagnosticTests {
        @Test("Reading a main-actor service elsewhere without 'await', also by key path, is an error")
        func readElsewhere() throws {
            let compiler = try Compiler()
            defer { compiler.remove() }
            let file = try compiler.write(source, to: "Client.swift")
            let (found, text) = try compiler.typeCheck([file])
            let property = "main actor-isolated property 'mainScreen' can not be"
            #expect(
                found.map { "\($0.line) \($0.message)" } == [
                    "11 \(property) referenced from a nonisolated context",
                    "12 \(property) mutated from a nonisolated context",
                    "12 main actor-isolated property 'bareScreen' can not be referenced from a nonisolated context",
                    "13 cannot form key path to main actor-isolated property 'mainScreen'",
                    "14 main actor-isolated static property 'mainScreen' can not be referenced from a nonisolated context",
                ],
                "\(text)"
            )
        }

        private let source = """
            import Fusion

            @MainActor final class MainScreen {}

            extension Container {
                @MainActor @Service(.singleton) var mainScreen = MainScreen()
                @MainActor @Service var bareScreen: MainScreen
            }

            func elsewhere() {
                _ = Container.main.mainScreen
                Container.main.mainScreen = Container.main.bareScreen
                _ = Inject(\\.mainScreen)
                _ = Container.mainScreen
            }

            func waiting() async {
                _ = await Container.main.mainScreen
                _ = await Container.mainScreen
            }

            @MainActor
            struct View {
                @Inject(\\.mainScreen) var screen

                func show() {
                    Container.main.bareScreen = screen
                    Container.setAlias(\\.mainScreen, for: MainScreen.self)
                }
            }
            """
    }

    @Suite("The expansion can't be misled by types of the client")
    struct ClientTypeTests {
        #if compiler(>=6.3)
            @Test("A client can have types with the names of modules and of what the expansion uses")
            func names() throws {
                let compiler = try Compiler()
                defer { compiler.remove() }
                let file = try compiler.write(
                    """
                    import Fusion

                    enum Fusion { case on }
                    struct Swift {}
                    struct Wormer {}
                    struct UInt {}
                    struct String {}
                    struct Optional {}

                    extension Container {
                        @Service var number = 1
                        @Service(.singleton, onEnd: { (_: [Int]) in }) var numbers: [Int] = [number]
                        @Service(test: 3) var tested: Int = number
                        @MainActor @Service var text: Fusion
                    }
                    """,
                    to: "Client.swift"
                )
                let (found, text) = try compiler.typeCheck([file])
                #expect(found == [], "\(text)")
            }
        #endif
    }
#endif
