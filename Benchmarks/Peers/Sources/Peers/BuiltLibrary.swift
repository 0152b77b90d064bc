extension BuiltLibrary {
    static let all = [byHand, wormer, fusion, factory, dependencies]

    private static let byHand = BuiltLibrary(
        name: "none",
        hello: .hello,
        services: .tenServices("Services", libraries: []) { number in
            ("let service\(number): any Service\(number) = Live\(number)()", "service\(number)")
        }
    )

    private static let wormer = BuiltLibrary(
        name: "Wormer",
        hello: .helloWormer,
        services: .tenServices(
            "WormerServices",
            libraries: [.own("Wormer")],
            import: "Wormer",
            in: ("func bindServices() {\n", "}\n"),
            setUp: "bindServices()\n"
        ) { number in
            (
                "    Injector.default.bind(Service\(number).self, lifetime: .singleton, to: .make { Live\(number)() })",
                "Injector.default.instance(for: (any Service\(number)).self)"
            )
        }
    )

    private static let fusion = BuiltLibrary(
        name: "Wormer with Fusion",
        hello: .helloFusion,
        services: .tenServices("FusionServices", libraries: [.own("Fusion")], import: "Fusion") { number in
            (
                "extension Container { @Service(.singleton) var service\(number): any Service\(number) = Live\(number)() }",
                "Container.service\(number)"
            )
        }
    )

    private static let factory = BuiltLibrary(
        name: "Factory",
        hello: ClientPackage.Program(
            name: "HelloFactory",
            libraries: [.factory],
            source: ClientPackage.Program.greeter + """
                import FactoryKit

                extension Container {
                    var greeter: Factory<any Greeter> { self { Polite() }.singleton }
                    var text: Factory<String> { self { self.greeter().greeting } }
                }

                print(Container.shared.text())

                """
        ),
        services: .tenServices("FactoryServices", libraries: [.factory], import: "FactoryKit") { number in
            (
                """
                extension Container {
                    var service\(number): Factory<any Service\(number)> { self { Live\(number)() }.singleton }
                }
                """,
                "Container.shared.service\(number)()"
            )
        }
    )

    private static let dependencies = BuiltLibrary(
        name: "swift-dependencies",
        hello: ClientPackage.Program(
            name: "HelloDependencies",
            libraries: [.dependencies],
            source: ClientPackage.Program.greeter + """
                import Dependencies

                enum GreeterKey: DependencyKey {
                    static let liveValue: any Greeter & Sendable = Polite()
                }
                extension DependencyValues {
                    var greeter: any Greeter & Sendable {
                        get { self[GreeterKey.self] }
                        set { self[GreeterKey.self] = newValue }
                    }
                }
                struct Model {
                    @Dependency(\\.greeter) var greeter
                }

                print(Model().greeter.greeting)

                """
        ),
        services: .tenServices("DependenciesServices", libraries: [.dependencies], import: "Dependencies") { number in
            (
                """
                enum Key\(number): DependencyKey {
                    static let liveValue: any Service\(number) = Live\(number)()
                }
                extension DependencyValues {
                    var service\(number): any Service\(number) {
                        get { self[Key\(number).self] }
                        set { self[Key\(number).self] = newValue }
                    }
                }
                struct Model\(number) {
                    @Dependency(\\.service\(number)) var service
                }
                """,
                "Model\(number)().service"
            )
        }
    )
}

extension ClientPackage.Library {
    // The versions of Package.swift.
    fileprivate static let factory = Self(
        name: "FactoryKit",
        package: "Factory",
        dependency: #".package(url: "https://github.com/hmlongco/Factory", exact: "3.2.1")"#
    )

    fileprivate static let dependencies = Self(
        name: "Dependencies",
        package: "swift-dependencies",
        dependency: #".package(url: "https://github.com/pointfreeco/swift-dependencies", exact: "1.16.0")"#
    )
}

extension ClientPackage.Program {
    /// Creates a program with ten services.
    ///
    /// - Parameters:
    ///   - name: The name of the program.
    ///   - libraries: The library that it uses.
    ///   - module: The module to import, or nil.
    ///   - braces: What is around the declarations.
    ///   - setUp: What the program does first.
    ///   - service: The declaration of a service, and the expression that returns it.
    /// - Returns: The program.
    fileprivate static func tenServices(
        _ name: String,
        libraries: [ClientPackage.Library],
        import module: String? = nil,
        in braces: (String, String) = ("", ""),
        setUp: String = "",
        _ service: (_ number: Int) -> (declaration: String, expression: String)
    ) -> Self {
        let imports = module.map { "import \($0)\n\n" } ?? ""
        let types = (0..<10).map { number in
            """
            protocol Service\(number): Sendable { var text: String { get } }
            struct Live\(number): Service\(number) { let text = "\(number)" }

            """
        }
        let declarations = (0..<10).map { service($0).declaration + "\n" }
        let texts = (0..<10).map { "    \(service($0).expression).text,\n" }
        return Self(
            name: name,
            libraries: libraries,
            source: imports + setUp + "print([\n\(texts.joined())].joined())\n",
            services: imports + types.joined() + braces.0 + declarations.joined() + braces.1
        )
    }
}
