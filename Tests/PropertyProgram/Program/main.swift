// Verifies the injected properties of a program, none of which has been read.
//
// usage: PropertyProgram missing | bound | elsewhere | exempt | override | explain | graph | diagram | read

import Fusion
import Offices
import Wormer
import WormerGraph

actor Porter {
    @Inject var keys: [String: Fleet]
    @LazyInject var mailer: Mailer
}

final class Branch: Containerized {
    let container = Container()
    @Inject var printer: Printer
}

let container = Container.main
let command = CommandLine.arguments.dropFirst().first
let other = Container()
if command != "missing" && command != "exempt" {
    container.bind(Mailer.self, id: "paper", to: .value(PaperMailer()))
    container.bind((@Sendable (Int) -> String).self, to: .value { "\($0)" })
    (command == "elsewhere" ? other : container).bind(Printer.self, to: .unimplemented)
    (command == "elsewhere" ? other : container).bind(Archive.self, to: .unimplemented)
    container.bind(Visitor.self, to: .value(Visitor()))
}

func verify(_ properties: InjectedProperties = .automatic) {
    do {
        print(try Injector.default.verify(injectedProperties: properties))
    } catch {
        print(error)
    }
}
switch command {
case "graph": print(Injector.default.graph)
case "diagram": print(Injector.default.graph.mermaid, terminator: "")
case "exempt": verify(.all(except: [Floor.Room.self, Mailer.self, Reception.self, Branch.self, Archive.self]))
case "override":
    Container.mock { _ in
    } then: {
        verify()
        verify(.all())
    }
case "explain":
    Container.mock { _ in
    } then: {
        print(Container.main.injector.explain(Visitor.self))
    }
case "read":
    let dashboard = Dashboard()
    print(dashboard.speed, dashboard.size, dashboard.drive(5), dashboard.label, dashboard.limit, dashboard.chosen)
default: verify()
}
// A release build has only types that are used.
if command == "never" {
    print(openOffices(), Porter(), Branch(), Reception())
}
withExtendedLifetime(other) {}
