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

/// Not `Injectable`.
private struct German: Greeter {
    func greet() -> String { "Hallo" }
}

@Suite("A resolver also holds objects by protocol or base class")
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

    @Test("An object that is added as a protocol need not be Injectable")
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

    @Test("One object can be added under several types and remains one object")
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

    @Test("An object that is added as its own type is not found as a protocol, and vice versa")
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

    @Test("Replacing the object of a protocol affects owners that are created afterwards")
    func replacing() {
        withEmptyResolver {
            Resolver.shared.add(English(), as: Greeter.self)
            let door = Door()
            Resolver.shared.add(German(), as: Greeter.self)
            #expect(door.greeter.greet() == "Hello")
            #expect(Door().greeter.greet() == "Hallo")
        }
    }

    @Test("An optional property is nil where no object was added")
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

@Suite("The resolver and the default injector share their bindings")
struct SharedBindingTests {
    @Test("The injector finds the objects that were added to the resolver")
    func resolverToInjector() {
        withEmptyResolver {
            let added = English()
            Resolver.shared.add(added)
            Resolver.shared.add(German(), as: Greeter.self)
            #expect(Injector.default.instance(for: English.self) === added)
            #expect(Injector.default.instance(for: Greeter.self).greet() == "Hallo")
            #expect(Injector.default.isBound(English.self))
            #expect(!Injector.default.isBound(Texan.self))
        }
    }

    @Test("The resolver and the wrapper find the bindings of the injector")
    func injectorToResolver() {
        withEmptyResolver {
            Injector.default.bind(interface: Greeter.self, toImplementation: German.self) { German() }
            let greeter: any Greeter = Resolver.shared.resolve()
            @Inject var injected: any Greeter
            #expect(greeter.greet() == "Hallo")
            #expect(injected.greet() == "Hallo")
        }
    }

    @Test("A wrapper resolves a transient binding once for its owner")
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

    @Test("The resolver returns the singletons of the injector")
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

    @Test("The last binding applies, whether the resolver or the injector created it")
    func rebinding() {
        withEmptyResolver {
            Resolver.shared.add(English(), as: Greeter.self)
            Injector.default.bind(interface: Greeter.self, toImplementation: German.self) { German() }
            #expect((Resolver.shared.resolve() as any Greeter).greet() == "Hallo")
            Resolver.shared.add(Texan(), as: Greeter.self)
            #expect(Injector.default.instance(for: Greeter.self).greet() == "Howdy")
        }
    }

    @Test("Resetting or unbinding at the injector removes added objects")
    func reset() {
        withEmptyResolver {
            Resolver.shared.add(English())
            Resolver.shared.add(German(), as: Greeter.self)
            Injector.default.unbind(English.self)
            #expect(Resolver.shared.resolve() as English? == nil)
            #expect(Resolver.shared.resolve() as (any Greeter)? != nil)
            Injector.default.reset()
            #expect(Resolver.shared.resolve() as (any Greeter)? == nil)
        }
    }

    @Test("An initializer of the injector can resolve an added object from the resolver")
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
