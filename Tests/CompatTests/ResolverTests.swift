import Compat
import Testing
import Wormer

private protocol Greeter: Sendable { var greeting: String { get } }

private class English: Greeter, Injectable, @unchecked Sendable { var greeting: String { "Hello" } }

private final class Texan: English, @unchecked Sendable { override var greeting: String { "Howdy" } }

/// Not `Injectable`.
private struct German: Greeter { let greeting = "Hallo" }

private struct Door: Sendable {
    @Inject var greeter: any Greeter
    @Inject var english: English?
}

private actor Porter {
    @Inject var greeter: any Greeter
    var greeting: String { greeter.greeting }
}

@MainActor private final class View { @Inject var greeter: any Greeter }

@Suite("A resolver shares the bindings of the default injector")
struct ResolverTests {
    @Test("An object is found by the protocols and base classes that it was added as, and by no other type")
    func interfaces() async {
        await withEmptyResolver {
            Resolver.shared.add(Texan(), as: English.self)
            #expect((Resolver.shared.resolve() as English).greeting == "Howdy")
            #expect(Resolver.shared.resolve() as (any Greeter)? == nil)
            #expect(Resolver.shared.resolve() as Texan? == nil)
            Resolver.shared.add(German(), as: Greeter.self)
            #expect(Door().greeter.greeting == "Hallo" && Door().english?.greeting == "Howdy")
            Injector.default.unbind(English.self)
            #expect(Door().english == nil)
            let english = English()
            Resolver.shared.add(english)
            Resolver.shared.add(english, as: Greeter.self)
            #expect(Door().english === english && Door().greeter as? English === english)
        }
    }

    @Test("The last binding applies, by whichever module, and is resolved once for an owner")
    func sharedBindings() async {
        await withEmptyResolver {
            Resolver.shared.add(English(), as: Greeter.self)
            #expect(Injector.default.instance(for: Greeter.self).greeting == "Hello")
            Injector.default.bind(interface: Greeter.self, toImplementation: German.self) { German() }
            for lifetime in [Lifetime.transient, .singleton] {
                Injector.default.bind(English.self, lifetime: lifetime, to: .make { English() })
                let (door, other) = (Door(), Door())
                #expect(door.greeter.greeting == "Hallo")
                #expect(door.english != nil && door.english === door.english)
                #expect((door.english === other.english) == (lifetime == .singleton))
            }
            Resolver.shared.add(Texan(), as: Greeter.self)
            Injector.default.bind(Door.self, to: .make { Door() })
            #expect((Resolver.shared.resolve() as Door).greeter.greeting == "Howdy")
            Injector.default.unbindAll()
            #expect(Resolver.shared.resolve() as (any Greeter)? == nil)
        }
    }

    @Test("@Inject works in a Sendable struct, an actor and a class of the main actor")
    func isolation() async {
        await withEmptyResolver {
            Resolver.shared.add(German(), as: Greeter.self)
            let door = Door()
            async let elsewhere = door.greeter.greeting
            #expect(await elsewhere == "Hallo")
            #expect(await Porter().greeting == "Hallo")
            #expect(await MainActor.run { View().greeter.greeting } == "Hallo")
        }
    }
}
