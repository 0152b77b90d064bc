import Foundation
import Orders
import Wormer
import WormerGraph

#if FUSION
    import Fusion
#endif

var isShared = true

@MainActor func check(_ text: String, _ condition: Bool) {
    print(condition ? "shared: \(text)" : "NOT SHARED: \(text)")
    isShared = isShared && condition
}

bindOrders()
check("a binding of the library", receivedLog() === ownLog)
Injector.default.bind(String.self, id: "host", to: .value("example.com"))
check("a binding of the program", host == "example.com")
#if FUSION
    func isDeclared(_ service: String) -> Bool {
        Injector.default.graph.nodes.contains { $0.identifier == service }
    }
    check("the record of a service of the library", isDeclared("discount"))
    check("no record of a library that is not loaded", !isDeclared("lateDiscount"))
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    for name in ["libLate.so", "libLate.dylib"] {
        guard dlopen(folder.appendingPathComponent(name).path, RTLD_NOW) != nil else { continue }
        check("the record of a service of a library that was loaded later", isDeclared("lateDiscount"))
    }
    Container.discount = 5
    check("a service of the library", ownDiscount == 5)
    let inside = Container.mock {
        $0.discount = 10
    } then: {
        ownDiscount
    }
    check("an override of the program", inside == 10)
#endif
exit(isShared ? 0 : 1)
