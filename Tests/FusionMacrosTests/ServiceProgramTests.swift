import Testing
import Wormer

#if os(macOS) || os(Linux)
    // The program is Tests/ServiceProgram: thirty declared services in two modules, none of which has been read.

    @Suite("The graph of a program is complete before any service is read")
    struct ServiceProgramTests {
        @Test("verify() reports the only unassigned service with its declaration and creates nothing")
        func unassigned() throws {
            let fault = "database: Database (Warehouse/Warehouse.swift:LINE)"
            #expect(
                try BuildProducts.output(of: "ServiceProgram", "verify") == """
                    1 fault in the bindings:
                      - \(fault) is declared without an initializer and was not assigned
                    With the same name:
                      - two modules declare the service 'support': support: Desk (Shop/Shop.swift:LINE) and support: \
                    Part (Warehouse/Warehouse.swift:LINE)
                    Not verified: these closures have created nothing yet. 'verifyInstances()' runs them:
                      - Payment (ServiceProgram/main.swift:LINE)
                    made: []

                    """
            )
        }

        @Test("After the assignment, all thirty services verify, and are drawn in their modules with their needs")
        func assigned() throws {
            let text = try BuildProducts.output(of: "ServiceProgram", "assigned")
            #expect(text.hasPrefix("30 of 31 bindings verified.\n"))
            #expect(text.hasSuffix("made: [\"Database\"]\n"))
            let diagram = try BuildProducts.output(of: "ServiceProgram", "diagram")
            #expect(diagram.matches(of: /subgraph m\d\["(Shop|Warehouse|ServiceProgram)"\]/).count == 3)
            #expect(diagram.matches(of: /n\d+\["/).count == 31)
            #expect(diagram.matches(of: /n\d+ (-->|-.->|-. deferred .->) n\d+/).count == 40)
        }

        @Test("explain() shows the dependencies of a service across modules")
        func explained() throws {
            #expect(
                try BuildProducts.output(of: "ServiceProgram", "explain") == """
                    Desk (checkout) [transient] Shop/Shop.swift:LINE
                      Desk (basket) [singleton] Shop/Shop.swift:LINE (inferred)
                        Desk (prices) [transient] Shop/Shop.swift:LINE (inferred)
                          Desk (catalog) [transient] Shop/Shop.swift:LINE (inferred)
                            Stock (stock) [singleton] Warehouse/Warehouse.swift:LINE (inferred)
                              Database (database) [assigned, created] Warehouse/Warehouse.swift:LINE (inferred)
                            Part (labels) [transient] Warehouse/Warehouse.swift:LINE (inferred)
                              Clock (clock) [singleton] Warehouse/Warehouse.swift:LINE (inferred)
                      Desk (payment) [transient] Shop/Shop.swift:LINE (inferred)
                        Payment [transient] ServiceProgram/main.swift:LINE (inferred)
                    made: ["Database"]

                    """
            )
        }

        @Test("verifyInstances() finds no further fault and keeps no instance")
        func made() throws {
            let text = try BuildProducts.output(of: "ServiceProgram", "made")
            #expect(text.hasPrefix("31 bindings verified.\nWith the same name:\n"))
            #expect(text.hasSuffix("made: [\"Database\"]\n"))
        }
    }
#endif
