import Wormer

#if Fusion || FusionDynamic
    import Fusion
#elseif Compat
    import Compat
#endif
#if WormerGraph || WormerDynamic || FusionDynamic
    import WormerGraph
#endif

protocol Greeting: Sendable {
    var text: String { get }
}

struct Hello: Greeting {
    let text = "hello"
}

Injector.default.bind(interface: (any Greeting).self, toImplementation: Hello.self, asSingleton: true) { Hello() }
let greeting: any Greeting = Injector.default.instance()
print(greeting.text)

#if Fusion || FusionDynamic
    extension Container {
        @Service(.singleton) var name = "service"
        @Provides(.singleton) func line(number: Int) -> String { "\(name) and function \(number)" }
    }

    print(Container.name)
    print(Container.main.line(number: 1))
#elseif Compat
    final class Kettle: Injectable {
        let name = "resolver"
    }

    Resolver.shared.add(Kettle())
    let kettle: Kettle = Resolver.shared.resolve()
    print(kettle.name)
#endif
#if WormerGraph || WormerDynamic || FusionDynamic
    try Injector.default.verify()
    print("verified")
#endif
