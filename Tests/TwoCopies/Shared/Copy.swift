import Foundation
import Fusion
import Wormer
import WormerGraph

// This file is compiled into the host and into the plug. The interfaces are types of system libraries that both share,
// so a copy could return an instance of the other copy.

/// Binds `name` with every kind of binding.
func bindEverything(_ name: String) {
    let injector = Injector.default
    injector.bind(interface: String.self, toImplementation: String.self) { name }
    injector.bind(interface: Substring.self, toImplementation: Substring.self, asSingleton: true) { Substring(name) }
    injector.bind(interface: String.self, id: "id", toImplementation: String.self) { name }
    injector.bind(interface: String.self, id: 7, toImplementation: String.self, asSingleton: true) { name }
    injector.bindInterface(named: "name", toImplementation: String.self) { name }
    injector.bind(interface: [String].self, toImplementation: [String].self) { (part: String) in [part] }
    injector.bind(NSMutableString.self, lifetime: .weak, to: .make { NSMutableString(string: name) })
    injector.bind(NSString.self, lifetime: .resolution, to: .make { NSString(string: name) })
    injector.bind(NSNumber.self, lifetime: .scope(Scope("scope")), to: .make { NSNumber(value: name.count) })
    let character = Factory<Character>.async {
        await Task.yield()
        return name.first!
    }
    injector.bind(Character.self, lifetime: .singleton, to: character)
    injector.contribute(to: Character.self, .make { name.first! })
    injector.bind(interface: Unicode.Scalar.self, toImplementation: Unicode.Scalar.self, asSingleton: true) {
        Unicode.Scalar("?")
    }
    injector.decorate(Unicode.Scalar.self) { (_: Unicode.Scalar) in name.unicodeScalars.first! }
    Container.bind(.id("session"), to: [Character].self, id: "session", value: Array(name))
}

extension Container {
    @Service fileprivate var declared: String = Container.main.injector.instance()
    @Service fileprivate var unread: String = declared
}

private struct Owner {
    @Inject var name: String
}

/// The first letters of the names that each kind of request returns; one letter if all use one registry.
func requestEverything() async throws -> [String: String] {
    let injector = Injector.default
    var found: [String: String] = [:]
    func note(_ way: String, _ name: (some CustomStringConvertible)?) {
        let letter = name.map { String($0.description.prefix(1)) } ?? "nothing"
        found[way] = found[way].map { $0.contains(letter) ? $0 : $0 + letter } ?? letter
    }
    // The first request for a binding takes another path than later requests.
    for _ in 0..<3 {
        note("transient", injector.instance(for: String.self))
        note("safe", injector.safeInstance(for: String.self))
        note("throwing", try injector.throwingInstance(for: String.self))
        note("singleton", injector.instance(for: Substring.self))
        note("identifier", injector.safeInstance(for: String.self, id: "id"))
        note("singleton with an identifier", injector.safeInstance(for: String.self, id: 7))
        note("named", injector.safeInstance(named: "name") as String?)
        note("auto-wired", injector.instance(for: [String].self).first)
        note("optional", injector.instance(for: String?.self))
        note("optional with an identifier", injector.instance(for: String?.self, id: "id"))
        note("array", injector.instance(for: [Character].self).first)
        note("instances", injector.instances(for: Character.self).first)
        note("weak", injector.instance(for: NSMutableString.self))
        note("resolution", injector.instance(for: NSString.self))
        note("decorated", injector.instance(for: Unicode.Scalar.self))
        note("scope of a container", injector.safeInstance(for: [Character].self, id: "session")?.first)
        note("async", try await injector.asyncInstance(for: Character.self))
        note("async, made", injector.safeInstance(for: Character.self))
        note("async transient", try await injector.asyncInstance(for: String.self))
        note("async optional", try await injector.asyncInstance(for: String?.self))
        note("async array", try await injector.asyncInstances(for: Character.self).first)
        note("container", Container.main.injector.safeInstance(for: String.self))
        note("child", Container(parent: .main).injector.safeInstance(for: Substring.self))
        note("@Inject", Owner().name)
        note("@Service", Container.main.declared)
        note("in an override", await Container.mock({ _ in }, then: { injector.instance(for: String.self) }))
        let awaited = try await Container.mock({ _ in }) { () async throws in
            try await injector.asyncInstance(for: String.self)
        }
        note("async in an override", awaited)
        note("in a child task", await Task { injector.instance(for: Substring.self) }.value)
        // Two requests return one instance if the copy finds the scope that it opened.
        let lengths = try await injector.withScope(Scope("scope")) {
            [injector.instance(for: NSNumber.self), injector.instance(for: NSNumber.self)]
        }
        note("scope", lengths[0] === lengths[1] ? injector.instance(for: String.self) : "two")
    }
    let override = await Container.mock {
        $0.injector.bind(interface: String.self, toImplementation: String.self) { "override" }
    } then: {
        [injector.instance(for: String.self), Owner().name]
    }
    note("bound in an override", override == ["override", "override"] ? injector.instance(for: String.self) : "?")
    let graph = injector.graph
    note("graph", graph.nodes.isEmpty ? nil : injector.instance(for: String.self))
    // An optimized build has only the services that something can read.
    let hasUnread = injector.explain(\Container.unread).contains("(unread)")
    note("record of a service", hasUnread ? injector.instance(for: String.self) : nil)
    return found
}

/// Returns whether a failed lookup, and `verify()`, say where the copies are.
func namesCopies(in host: String, _ plug: String) -> Bool {
    func names(_ text: String) -> Bool {
        text.contains("2 in this process") && text.contains("/\(host)") && text.contains("/\(plug)")
    }
    do {
        _ = try Injector.default.throwingInstance(for: Float.self)
        return false
    } catch {
        guard names("\(error)") else { return false }
    }
    do {
        try Injector.default.verify()
        return false
    } catch {
        return error.faults.filter { $0.kind == .severalCopies && names("\($0)") }.count == 1
    }
}

/// Calls `requestEverything` while the thread waits, and returns a line for each kind of request.
func report() -> String {
    final class Box: @unchecked Sendable {
        // Written before the semaphore is signalled.
        var text = ""
    }
    let box = Box()
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
        do {
            box.text = try await requestEverything().map { "\($0.key): \($0.value)" }.sorted().joined(separator: "\n")
        } catch {
            box.text = "failed: \(error)"
        }
        isDone.signal()
    }
    isDone.wait()
    return box.text
}

/// Requests and binds on several threads, and crashes or hangs if the copies share only a part of their state.
func run(rounds: Int) {
    let injector = Injector.default
    @Sendable func bind(_ round: Int) {
        injector.bind(interface: NSObject.self, toImplementation: NSNumber.self, asSingleton: true) {
            NSNumber(value: round)
        }
        injector.bind(interface: NSObject.self, id: "id", toImplementation: NSString.self) {
            NSString(string: "\(round)")
        }
    }
    bind(0)
    DispatchQueue.concurrentPerform(iterations: 3) { thread in
        for round in 0..<rounds {
            if thread == 0 {
                bind(round)
            } else {
                let number = injector.instance(for: NSObject.self) as! NSNumber
                precondition(number.intValue >= 0 && number.intValue < rounds)
                precondition(Int((injector.instance(for: NSObject.self, id: "id") as! NSString).description)! < rounds)
            }
        }
    }
    injector.unbind(NSObject.self)
    injector.unbind(NSObject.self, id: "id")
}
