import Foundation
import Testing
@testable import Wormer

extension Module {
    fileprivate static let storage = Module { $0.contribute(to: Plugin.self, .make { NamedPlugin(name: "storage") }) }
    fileprivate static let network = Module(requires: [.storage]) {
        $0.contribute(to: Plugin.self, .make { NamedPlugin(name: "network") })
    }
    fileprivate static let shop = Module(requires: [.storage, .network]) {
        $0.contribute(to: Plugin.self, .make { NamedPlugin(name: "shop") })
    }
    fileprivate static let chicken: Module = Module(requires: [.storage, .egg]) {
        $0.contribute(to: Plugin.self, .make { NamedPlugin(name: "chicken") })
    }
    fileprivate static let egg: Module = Module(requires: [.chicken]) {
        $0.contribute(to: Plugin.self, .make { NamedPlugin(name: "egg") })
    }
}

@Suite("A module is installed once, after the modules that it requires")
struct ModuleTests {
    private let injector = Injector(parent: nil)

    private func plugins(in injector: Injector) -> [String] { injector.instances(for: Plugin.self).map(\.name) }

    /// A module that requires another one, and calls a function when it is asked for that.
    private func requiring(_ module: Module, whenAsked call: @escaping @Sendable () -> Void) -> Module {
        let required = { @Sendable in
            call()
            return [module]
        }
        return Module(requires: required()) { _ in }
    }

    @Test("A module that two others require contributes once, and first")
    func once() throws {
        try injector.install(.shop)
        try injector.install(.storage)
        try injector.install(.shop)
        #expect(plugins(in: injector) == ["storage", "network", "shop"])
    }

    @Test("A child counts the modules of its parent, and its own are unknown to the parent")
    func children() throws {
        try injector.install(.storage)
        let child = Injector(parent: injector)
        try child.install(.network)
        #expect(plugins(in: child) == ["storage", "network"])
        try injector.install(.network)
        #expect(plugins(in: injector) == ["storage", "network"])
    }

    @Test("An override counts the modules from outside, and what it installs stays inside")
    func overrides() throws {
        try injector.install(.storage)
        try inOverride {
            try injector.install(.network)
            #expect(plugins(in: injector) == ["storage", "network"])
        }
        #expect(plugins(in: injector) == ["storage"])
        try injector.install(.network)
        #expect(plugins(in: injector) == ["storage", "network"])
    }

    @Test("reset() forgets the modules")
    func reset() throws {
        try injector.install(.network)
        injector.unbindAll()
        try injector.install(.network)
        #expect(plugins(in: injector) == ["storage", "network"])
    }

    @Test("Modules that require each other are both installed, once")
    func cycle() throws {
        try injector.install(.chicken)
        try injector.install(.egg)
        #expect(plugins(in: injector) == ["storage", "egg", "chicken"])
    }

    @Test("Installing a module waits until another thread has installed it", arguments: ["same", "child", "override"])
    func waiting(place: String) {
        underWatchdog(rounds: 50) { injector, _ in
            let (hasBegun, isCalled) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let module = Module { injector in
                hasBegun.signal()
                isCalled.wait()
                for _ in 0..<1_000 { sched_yield() }
                injector.bind(Int.self, to: .value(7))
            }
            let others = requiring(module) { isCalled.signal() }
            onThreads(2) { index in
                if index == 0 {
                    #expect(throws: Never.self) { try injector.install(module) }
                    return
                }
                hasBegun.wait()
                let asking = place == "child" ? Injector(parent: injector) : injector
                #expect(throws: Never.self) {
                    if place == "override" {
                        try inOverride { try asking.install(others) }
                    } else {
                        try asking.install(others)
                    }
                }
                #expect(injector.isBound(Int.self))
            }
        }
    }

    @Test("If a module's closure throws, waiting calls get the error, and the next one installs the module")
    func failingForAll() {
        underWatchdog {
            let injector = Injector(parent: nil)
            let (runs, calls) = (Shared(0), Shared(0))
            let module = Module { injector in
                guard runs.increment() == 0 else { return injector.bind(Int.self, to: .value(7)) }
                calls.spin(until: 4)
                for _ in 0..<1_000 { sched_yield() }
                throw PlannedFailure(description: "no file")
            }
            let required = requiring(module) { calls.increment() }
            onThreads(4) { _ in
                do {
                    try injector.install(required)
                    #expect(injector.isBound(Int.self))
                } catch {
                    #expect(error is PlannedFailure)
                    #expect(throws: Never.self) { try injector.install(required) }
                }
            }
            #expect(runs.value == 2 && injector.isBound(Int.self))
        }
    }

    @Test("An injector does not retain the modules that were installed in it")
    func released() throws {
        weak var released: Injector?
        do {
            let injector = Injector(parent: nil)
            try injector.install(Module { _ in injector.bind(Int.self, to: .value(7)) })
            #expect(injector.isBound(Int.self))
            released = injector
        }
        #expect(released == nil)
    }

    @Test("Two threads install two modules whose closures install each other")
    func installingEachOther() {
        underWatchdog(rounds: 50) { injector, _ in
            let (barrier, runs) = (Barrier(2), Shared(0))
            let modules = Shared<[Module]>([])
            modules.change {
                $0 = (0..<2).map { index in
                    // The location identifies a module.
                    Module(line: UInt(index)) { injector in
                        runs.increment()
                        barrier.arrive()
                        try injector.install(modules.value[1 - index])
                    }
                }
            }
            onThreads(2) { index in #expect(throws: Never.self) { try injector.install(modules.value[index]) } }
            #expect(runs.value == 2)
            modules.change { $0 = [] }
        }
    }

    @Test("A module whose closure installs the module itself, directly or through another one, runs it once")
    func installingItself() throws {
        let (runs, modules) = (Shared(0), Shared<[Module]>([]))
        modules.change {
            $0 = (0..<2).map { index in
                Module(line: UInt(index)) { injector in
                    runs.increment()
                    try modules.value.reversed().forEach(injector.install)
                }
            }
        }
        try injector.install(modules.value[0])
        #expect(runs.value == 2)
        modules.change { $0 = [] }
    }
}
