extension ClientPackage {
    /// What each of these programs prints.
    static let greeting = "Hello, world!"
}

extension ClientPackage.Program {
    static let hello = Self(
        name: "Hello",
        libraries: [],
        source: greeter + """
            let greeter: any Greeter = Polite()
            print(greeter.greeting)

            """
    )

    static let helloWormer = Self(
        name: "HelloWormer",
        libraries: [.own("Wormer")],
        source: greeter + """
            import Wormer

            Injector.default.bind((any Greeter).self, to: .make { Polite() })
            let greeter: any Greeter = Injector.default.instance()
            print(greeter.greeting)

            """
    )

    static let helloFusion = Self(
        name: "HelloFusion",
        libraries: [.own("Wormer"), .own("Fusion")],
        source: helloService
    )

    static let greeter = """
        protocol Greeter { var greeting: String { get } }
        struct Polite: Greeter { var greeting = "Hello, world!" }

        """

    private static let helloService =
        greeter + """
            import Fusion
            import Wormer

            extension Container {
                @Service(.singleton) var greeter: any Greeter = Polite()
                @Service var text: String = greeter.greeting
            }

            Injector.default.bind(String.self, to: .make { Container.main.text })
            print(Injector.default.instance(for: String.self))

            """
}
