import Testing
import Wormer

#if os(macOS) || os(Linux)
    // The program is Tests/PropertyProgram: types in two modules with injected properties, none of which is read.

    @Suite("verify() checks the injected properties of a program")
    struct PropertyProgramTests {
        private static let unchecked = """
            Not verified: what these injected properties read.
              - Dashboard.speed, perhaps by a key path
              - Dashboard.size, perhaps by a key path
              - Dashboard.drive, perhaps by a key path
              - Dashboard.label, perhaps by a key path
              - Dashboard.limit, perhaps by a key path
              - and 1 more
            Not verified, because the compiler does not describe their types:
              - Safe.mailer
              - Shelf.item
              - Shelf.mailer

            """

        @Test("Each property whose type is bound nowhere is a fault with the code that binds it")
        func missing() throws {
            func fault(_ property: String, _ interface: String, _ code: String) -> String {
                "  - \(property) resolves \(interface), but nothing is bound to it; bind it: \(code)"
            }
            func bind(_ property: String, _ type: String) -> String {
                fault(property, type, "Container.main.bind(\(type).self, to: .make { <#\(type)#> })")
            }
            let function = "@Sendable (Int) -> String"
            let faults = [
                bind("Desk.mailer", "Mailer"),
                bind("Floor.Room.printer", "Printer"),
                bind("Floor.Room.colorPrinter", "Printer"),
                fault(
                    "Floor.Room.format",
                    function,
                    "Container.main.bind((\(function)).self, to: .make { <#\(function)#> })"
                ),
                bind("Locker.mailer", "Mailer"),
                bind("Office.mailer", "Mailer"),
                bind("Vault.archive", "Archive"),
                bind("Branch.printer", "Printer"),
                bind("Porter.mailer", "Mailer"),
                fault("Reception.visitor", "Visitor", "Resolver.shared.add(<#Visitor#>, as: Visitor.self)"),
            ]
            #expect(
                try BuildProducts.output(of: "PropertyProgram", "missing") == "10 faults in the bindings:\n"
                    + faults.joined(separator: "\n") + "\n"
                    + Self.unchecked
            )
        }

        @Test(
            "A property is no fault if its type is bound in any living injector, under any identifier",
            arguments: [("bound", 6), ("elsewhere", 4)]
        )
        func bound(command: String, count: Int) throws {
            #expect(
                try BuildProducts.output(of: "PropertyProgram", command) == "\(count) bindings verified.\n"
                    + Self.unchecked
            )
        }

        @Test("A property that reads a key path, or calls a function, is no fault")
        func reading() throws {
            let text = try BuildProducts.output(of: "PropertyProgram", "missing")
            #expect(!text.contains("Dashboard.speed resolves"))
            #expect(try BuildProducts.output(of: "PropertyProgram", "read") == "1.5 3 5 3 7 3\n")
        }

        @Test("Types can be exempt, as owners of properties and as what they look up")
        func exempt() throws {
            #expect(
                try BuildProducts.output(of: "PropertyProgram", "exempt") == "1 binding verified.\n" + Self.unchecked
            )
        }

        @Test("Inside an override, a remark says how many properties are not checked, and '.all()' checks them")
        func override() throws {
            let text = """
                6 bindings verified.
                Not verified: what these injected properties read.
                  - 23 in the program: inside an override, 'injectedProperties: .all()' checks them
                6 bindings verified.

                """
            #expect(try BuildProducts.output(of: "PropertyProgram", "override") == text + Self.unchecked)
        }

        @Test("Inside an override, too, explain lists the types into which something may be injected")
        func explain() throws {
            let text = """
                Visitor [transient] PropertyProgram/main.swift:LINE
                Injected, by its type or a key path, into Reception.

                """
            #expect(try BuildProducts.output(of: "PropertyProgram", "explain") == text)
        }

        @Test("The graph shows the types with injected properties and the bindings that they look up")
        func graph() throws {
            let mailer = "  Mailer (\"paper\"): PaperMailer [transient] PropertyProgram/main.swift:LINE (injected)"
            let printer = "  Printer [unimplemented] PropertyProgram/main.swift:LINE (injected)"
            #expect(
                try BuildProducts.output(of: "PropertyProgram", "graph") == """
                    Dashboard [injects] Offices
                    Desk [injects] Offices
                    \(mailer)
                    Floor.Room [injects] Offices
                    \(printer)
                      @Sendable (Int) -> String [transient] PropertyProgram/main.swift:LINE (injected)
                    Locker [injects] Offices
                    \(mailer)
                    Office [injects] Offices
                    \(mailer)
                      Fleet (fleet) [transient] Offices/Offices.swift:LINE (injected)
                    Safe [injects] Offices
                    Shelf [injects] Offices
                    Vault [injects] Offices
                      Archive [unimplemented] PropertyProgram/main.swift:LINE (injected)
                    Branch [injects] PropertyProgram
                    \(printer)
                    Porter [injects] PropertyProgram
                    \(mailer)
                    Reception [injects] PropertyProgram
                      Visitor [transient] PropertyProgram/main.swift:LINE (injected)

                    """
            )
            let diagram = try BuildProducts.output(of: "PropertyProgram", "diagram")
            #expect(diagram.matches(of: /n\d+\(\["[A-Za-z.]+<br\/>injects"\]\):::type/).count == 11)
            #expect(diagram.matches(of: /n\d+ -\.-> n\d+/).count == 10)
        }
    }
#endif
