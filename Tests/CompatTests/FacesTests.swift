import Compat
import Testing
import Wormer

private protocol Greeter {
    func greet() -> String
}

private class English: Greeter, Injectable {
    func greet() -> String { "Hello" }
}

private final class Texan: English {
    override func greet() -> String { "Howdy" }
}

/// No `Injectable`, and nothing of the tutorial's at all.
private struct German: Greeter {
    func greet() -> String { "Hallo" }
}

@Suite("Protocols and base classes, the first step away from the tutorial")
struct InterfaceTests {
    private struct Door {
        @Inject var greeter: any Greeter
    }

    @Test("An object that is added as a protocol is injected as that protocol")
    func protocols() {
        withEmptyResolver {
            Resolver.shared.add(English(), as: Greeter.self)
            #expect(Door().greeter.greet() == "Hello")
            let greeter: any Greeter = Resolver.shared.resolve()
            #expect(greeter.greet() == "Hello")
        }
    }

    @Test("What is added as a protocol need not be Injectable")
    func anyObject() {
        withEmptyResolver {
            Resolver.shared.add(German(), as: Greeter.self)
            #expect(Door().greeter.greet() == "Hallo")
        }
    }

    @Test("An object that is added as a base class is injected as that class")
    func baseClasses() {
        withEmptyResolver {
            Resolver.shared.add(Texan(), as: English.self)
            @Inject var greeter: English
            #expect(greeter.greet() == "Howdy")
        }
    }

    @Test("One object may be filed under several types, and is one object under all of them")
    func severalInterfaces() {
        withEmptyResolver {
            let english = English()
            Resolver.shared.add(english)
            Resolver.shared.add(english, as: Greeter.self)
            @Inject var one: English
            @Inject var other: any Greeter
            #expect(one === english)
            #expect(other as? English === english)
        }
    }

    @Test("What was added as its own type does not answer for the protocol, nor the other way round")
    func keysOfTheirOwn() {
        withEmptyResolver {
            Resolver.shared.add(English())
            let greeter: (any Greeter)? = Resolver.shared.resolve()
            #expect(greeter == nil)
            Resolver.shared.add(Texan(), as: Greeter.self)
            let texan: Texan? = Resolver.shared.resolve()
            #expect(texan == nil)
        }
    }

    @Test("Replacing the object of a protocol is seen by owners that are made afterwards")
    func replacing() {
        withEmptyResolver {
            Resolver.shared.add(English(), as: Greeter.self)
            let door = Door()
            Resolver.shared.add(German(), as: Greeter.self)
            #expect(door.greeter.greet() == "Hello")
            #expect(Door().greeter.greet() == "Hallo")
        }
    }

    @Test("An optional is nil where nothing was added, and the object where something was")
    func optionals() {
        struct Owner {
            @Inject var greeter: (any Greeter)?
        }
        withEmptyResolver {
            #expect(Owner().greeter == nil)
            Resolver.shared.add(German(), as: Greeter.self)
            #expect(Owner().greeter?.greet() == "Hallo")
        }
    }
}

@Suite("One storage for the resolver and the injector")
struct FacesTests {
    @Test("The injector finds what the resolver was given")
    func resolverToInjector() {
        withEmptyResolver {
            let added = English()
            Resolver.shared.add(added)
            Resolver.shared.add(German(), as: Greeter.self)
            #expect(Injector.default.instance(for: English.self) === added)
            #expect(Injector.default.instance(for: Greeter.self).greet() == "Hallo")
            #expect(Injector.default.isBound(interface: English.self))
            #expect(!Injector.default.isBound(interface: Texan.self))
        }
    }

    @Test("The resolver and the wrapper find what was bound with the injector")
    func injectorToResolver() {
        withEmptyResolver {
            Injector.default.bind(interface: Greeter.self, toImplementation: German.self) { German() }
            let greeter: any Greeter = Resolver.shared.resolve()
            @Inject var injected: any Greeter
            #expect(greeter.greet() == "Hallo")
            #expect(injected.greet() == "Hallo")
        }
    }

    @Test("A binding makes its instance for the wrapper's owner, once, however often the property is read")
    func transientBindings() {
        struct Owner {
            @Inject var english: English
        }
        withEmptyResolver {
            let tally = Tally()
            Injector.default.bind(interface: English.self, toImplementation: English.self) {
                tally.increment()
                return English()
            }
            let owner = Owner()
            #expect(tally.count == 1)
            #expect(owner.english === owner.english)
            #expect(tally.count == 1)
            #expect(Owner().english !== owner.english)
        }
    }

    @Test("A singleton of the injector is the resolver's object too")
    func singletons() {
        withEmptyResolver {
            Injector.default.bind(interface: English.self, toImplementation: English.self, asSingleton: true) {
                English()
            }
            let first: English = Resolver.shared.resolve()
            #expect(first === Resolver.shared.resolve() as English)
            #expect(first === Injector.default.instance(for: English.self))
        }
    }

    @Test("The last word counts, whichever face says it")
    func rebinding() {
        withEmptyResolver {
            Resolver.shared.add(English(), as: Greeter.self)
            Injector.default.bind(interface: Greeter.self, toImplementation: German.self) { German() }
            #expect((Resolver.shared.resolve() as any Greeter).greet() == "Hallo")
            Resolver.shared.add(Texan(), as: Greeter.self)
            #expect(Injector.default.instance(for: Greeter.self).greet() == "Howdy")
        }
    }

    @Test("Resetting or unbinding at the injector takes away what was added")
    func reset() {
        withEmptyResolver {
            Resolver.shared.add(English())
            Resolver.shared.add(German(), as: Greeter.self)
            Injector.default.unbind(interface: English.self)
            #expect(Resolver.shared.resolve() as English? == nil)
            #expect(Resolver.shared.resolve() as (any Greeter)? != nil)
            Injector.default.reset()
            #expect(Resolver.shared.resolve() as (any Greeter)? == nil)
        }
    }

    @Test("What was added may be resolved inside an initializer of the injector")
    func insideInitializers() {
        struct House {
            let greeter: any Greeter
        }
        withEmptyResolver {
            Resolver.shared.add(German(), as: Greeter.self)
            Injector.default.bind(interface: House.self, toImplementation: House.self) {
                House(greeter: Resolver.shared.resolve())
            }
            #expect((Resolver.shared.resolve() as House).greeter.greet() == "Hallo")
        }
    }
}
