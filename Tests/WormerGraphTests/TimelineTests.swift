import Foundation
import Testing
import TestSupport
import Wormer
import WormerGraph

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// The type that a test constructs: each identifier is one construction.
private struct Planned: Sendable {}

private struct Plan: Sendable {}

private struct Label: Hashable, Sendable, CustomStringConvertible {
    let number: Int
    var description: String { "<&\"'\\#\n\u{1}>\(number)" }
}

extension Timeline {
    fileprivate func constructions(of type: Any.Type) -> [Construction] {
        constructions.filter { $0.event.interface == type }
    }

    fileprivate func names(of type: Any.Type) -> [String] {
        constructions(of: type).map { ($0.event.identifier.map { "\($0) " } ?? "") + "\($0.event.outcome)" }
    }
}

#if os(macOS) || os(Linux)
    // Each test has a process of its own, because a timeline has the constructions of other tests, too.
    @Suite("A timeline has the constructions of a period")
    struct TimelineTests {
        @Test("Durations, own times and parents agree with what the program measures itself, in order and proportion")
        func agreement() async {
            await #expect(processExitsWith: .success) {
                let program = MeasuredProgram()
                let timeline = try await program.injector.timeline { try await program.start() }
                let events = timeline.constructions(of: MeasuredProgram.Service.self)
                try #require(events.count == 60)
                let numbers = Dictionary(uniqueKeysWithValues: events.map { ($0.event.id, $0.number) })
                for construction in events {
                    let (event, number) = (construction.event, construction.number)
                    let measured = try #require(program.measured[number])
                    #expect(event.parentID.flatMap { numbers[$0] } == MeasuredProgram.parent(of: number))
                    // Both use the same clock, so that the event contains what the factory measured.
                    let end = event.beginningInNanoseconds + event.durationInNanoseconds
                    #expect(event.beginningInNanoseconds <= measured.begin && measured.end <= end)
                    #expect(construction.ownNanoseconds >= measured.own)
                    #expect(event.isOnMainThread == MeasuredProgram.isOnMainActor(number))
                    #expect((event.thread == nil) == MeasuredProgram.isAsynchronous(number))
                }
                // On one thread or task, nothing is between the constructions.
                for root in events where root.event.parentID == nil {
                    let parts = events.filter { MeasuredProgram.root(of: $0.number) == root.number }
                    let sum = parts.map { $0.ownNanoseconds + $0.event.waitingForActorInNanoseconds }.reduce(0, +)
                    #expect(sum == root.event.durationInNanoseconds)
                }
                let order = events.sorted { $0.ownNanoseconds > $1.ownNanoseconds }.prefix(5)
                #expect(order.allSatisfy { MeasuredProgram.isAsynchronous($0.number) })
                let own = events.map(\.ownNanoseconds).reduce(0, +)
                #expect(own < 2 * program.measured.values.map(\.own).reduce(0, +))
                #expect(timeline.durationInNanoseconds >= events.map(\.event.durationInNanoseconds).max() ?? .max)
                #expect(timeline.description.split(separator: "\n").count <= 20)
            }
        }

        @Test("Each kind of construction appears once, and a lookup of what exists doesn't")
        func kinds() async {
            await #expect(processExitsWith: .success) {
                let injector = Injector(parent: nil)
                injector.bind(Planned.self, id: "scope", lifetime: .scope(.request), to: .make { Planned() })
                injector.bind(Planned.self, id: "singleton", lifetime: .singleton, to: .make { Planned() })
                injector.bind(Planned.self, id: "decorated", lifetime: .singleton, to: .make { Planned() })
                injector.decorate(Planned.self, id: "decorated") { (base: Planned) in base }
                injector.bind(Planned.self, id: "override", lifetime: .singleton, to: .make { Planned() })
                injector.bind(Planned.self, id: "awaited", lifetime: .singleton, to: .async { Planned() })
                injector.contribute(to: Plan.self, lifetime: .singleton, .make { Plan() })
                let attempts = Tally()
                injector.bind(
                    Planned.self,
                    id: "retried",
                    lifetime: .singleton,
                    to: .make {
                        if attempts.increment() == 1 { throw CancellationError() }
                        return Planned()
                    }
                )
                let timeline = try await injector.timeline {
                    for _ in 0..<2 {
                        for id in ["singleton", "decorated", "retried"] {
                            _ = injector.safeInstance(for: Planned.self, id: id)
                        }
                        _ = try await injector.asyncInstance(for: Planned.self, id: "awaited")
                        #expect(injector.instances(for: Plan.self).count == 1)
                        #expect(injector.safeInstance(for: Planned.self, id: "missing") == nil)
                        #expect(injector.safeInstance(for: Planned.self, id: "scope") == nil)
                    }
                    try await injector.withScope(.request) { () async throws in
                        for _ in 0..<2 { _ = injector.instance(for: Planned.self, id: "scope") }
                    }
                    inOverride(Override()) {
                        for _ in 0..<2 { _ = injector.instance(for: Planned.self, id: "override") }
                    }
                }
                #expect(
                    timeline.names(of: Planned.self) == [
                        "singleton created", "decorated created", "retried failed", "awaited created",
                        "retried created",
                        "scope created", "override created",
                    ]
                )
                #expect(timeline.names(of: Plan.self) == ["created"])
                #expect(timeline.constructions.allSatisfy { $0.event.bindingLocation != nil })
            }
        }

        @Test("The time for which a thread waits for another's construction is no time of its own")
        func waiting() async {
            await #expect(processExitsWith: .success) {
                let injector = Injector(parent: nil)
                let (hasBegun, waits) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
                injector.bind(
                    Planned.self,
                    id: "shared",
                    lifetime: .singleton,
                    to: .make {
                        hasBegun.signal()
                        waits.wait()
                        usleep(200_000)
                        return Planned()
                    }
                )
                injector.bind(
                    Planned.self,
                    id: "outer",
                    to: .make { injector in
                        hasBegun.wait()
                        waits.signal()
                        return injector.instance(for: Planned.self, id: "shared")
                    }
                )
                let timeline = try injector.timeline {
                    let done = DispatchSemaphore(value: 0)
                    Thread {
                        _ = injector.instance(for: Planned.self, id: "shared")
                        done.signal()
                    }.start()
                    _ = try offThisThread { injector.instance(for: Planned.self, id: "outer") }
                    done.wait()
                }
                let constructions = timeline.constructions(of: Planned.self)
                let shared = try #require(constructions.first { $0.event.identifier == AnyHashable("shared") })
                let outer = try #require(constructions.first { $0.event.identifier == AnyHashable("outer") })
                #expect(constructions.count == 2)
                #expect(shared.ownNanoseconds == shared.event.durationInNanoseconds)
                #expect(outer.event.durationInNanoseconds >= 200_000_000)
                #expect(outer.ownNanoseconds < outer.event.durationInNanoseconds / 2)
                #expect(constructions.allSatisfy { $0.event.waitingForActorInNanoseconds == 0 })
                let times = /\(id: &quot;shared&quot;\) \(waiting\)\n\d+\.\d ms, own 0\.0 ms, waiting \d+\.\d ms\n/
                #expect(timeline.svg.contains(times))
                #expect(shared.event.thread != outer.event.thread)
            }
        }

        @Test("A timeline inside another and a handler both get what happens, until each ends")
        func nesting() async {
            await #expect(processExitsWith: .success) {
                let injector = Injector(parent: nil)
                injector.bind(Planned.self, id: 1, to: .make { Planned() })
                let traced = Tally()
                Injector.trace { event in if event.interface == Planned.self { traced.increment() } }
                defer { Injector.trace(nil) }
                var inner: Timeline?
                let outer = injector.timeline {
                    _ = injector.instance(for: Planned.self, id: 1)
                    inner = injector.timeline { _ = injector.instance(for: Planned.self, id: 1) }
                    #expect(throws: PlannedFailure.self) {
                        try injector.timeline { () throws(PlannedFailure) in throw PlannedFailure(description: "no") }
                    }
                }
                _ = injector.instance(for: Planned.self, id: 1)
                #expect(outer.names(of: Planned.self) == ["1 created", "1 created"])
                #expect(inner?.names(of: Planned.self) == ["1 created"])
                #expect(traced.count == 3)
            }
        }

        @Test("Any number of timelines may run at the same time")
        func manyTimelines() async {
            await #expect(processExitsWith: .success) {
                let injector = Injector(parent: nil)
                injector.bind(Planned.self, to: .make { Planned() })
                for _ in 0..<256 { Timeline.begin() }
                _ = injector.instance(for: Planned.self)
                let counts = (0..<256).map { _ in Timeline.end().constructions.count }
                #expect(counts == Array(repeating: 1, count: 256))
            }
        }

        @Test("A timeline from begin to end keeps 100,000 constructions, counts the rest, and outlives its injector")
        func limits() async throws {
            let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                print(Timeline.end())
                Timeline.begin()
                Timeline.begin()
                do {
                    let injector = Injector(parent: nil)
                    injector.bind(Planned.self, to: .make { Planned() })
                    for _ in 0..<100_003 { _ = injector.instance(for: Planned.self) }
                }
                let timeline = Timeline.end()
                print(timeline.constructions.count, timeline.omittedCount, "\(timeline)".contains(", 3 not shown\n"))
                print(Timeline.end().omittedCount)
            }
            let lines = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
            #expect(
                lines.hasSuffix(
                    """
                    No timeline was begun: call Timeline.begin() before Timeline.end().
                    100000 3 true
                    3

                    """
                )
            )
        }

        @Test("A timeline prints durations, the slowest bindings, the critical path, and what prepare() gains")
        func description() async throws {
            let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                let injector = Injector(parent: nil)
                injector.bind(Int.self, lifetime: .singleton, to: .make { wait(90, for: 1) })
                injector.bind(Planned.self, lifetime: .singleton, to: .using { (_: Int) in wait(30, for: Planned()) })
                for (number, name) in ["slow", "quick"].enumerated() {
                    injector.bind(
                        String.self,
                        id: name,
                        lifetime: .singleton,
                        to: .async {
                            try await Task.sleep(nanoseconds: UInt64(600 - 400 * number) * 1_000_000)
                            return name
                        }
                    )
                }
                injector.bind(Plan.self, lifetime: .singleton, to: .make { throw CancellationError() })
                print(await injector.timeline { try? await injector.prepare() })
            }
            let text = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
            let line = "WormerGraphTests/TimelineTests.swift:LINE"
            #expect(
                text.replacing(/\d+\.\d ms/, with: "_ ms").replacing(/swift:\d+/, with: "swift:LINE").hasSuffix(
                    """
                    _ ms, 5 constructions, 1 failed
                    main thread: _ ms in constructions
                    slowest by their own time:
                      _ ms String (id: "slow") \(line)
                      _ ms String (id: "quick") \(line)
                      _ ms Int \(line)
                      _ ms Planned \(line)
                      _ ms Plan (failed) \(line)
                    critical path: _ ms
                      _ ms String (id: "slow")
                      _ ms Int
                      _ ms Planned
                      _ ms Plan (failed)
                    asynchronous: 2 constructions of _ ms in _ ms; with prepare(), at best in _ ms

                    """
                )
            )
        }

        @Test("Trace events are pairs that nest in each lane, with microseconds, and any name is valid JSON and XML")
        func formats() async {
            await #expect(processExitsWith: .success) {
                let injector = Injector(parent: nil)
                for number in 0..<20 {
                    injector.bind(
                        Planned.self,
                        id: Label(number: number),
                        to: number % 2 == 0
                            ? .make { injector in
                                guard number > 0 else { return Planned() }
                                return injector.instance(for: Planned.self, id: Label(number: number / 4 * 2))
                            }
                            : .async { injector in
                                async let one = injector.asyncInstance(for: Planned.self, id: Label(number: number - 1))
                                async let other = injector.asyncInstance(
                                    for: Planned.self,
                                    id: Label(number: number / 2)
                                )
                                return try await (one, other).1
                            }
                    )
                }
                let timeline = try await injector.timeline {
                    for number in 0..<20 {
                        _ = try await injector.asyncInstance(for: Planned.self, id: Label(number: number))
                    }
                }
                let json = try JSONSerialization.jsonObject(with: Data(timeline.traceEvents.utf8)) as? [String: Any]
                var lanes: [Int: [[String: Any]]] = [:]
                for event in try #require(json?["traceEvents"] as? [[String: Any]]) {
                    lanes[try #require(event["tid"] as? Int), default: []].append(event)
                }
                var count = 0
                for events in lanes.values {
                    #expect(events.first?["ph"] as? String == "M")
                    var (open, last) = ([] as [Double], 0.0)
                    for event in events.dropFirst() {
                        let time = try #require(event["ts"] as? Double)
                        #expect(time >= last)
                        last = time
                        if event["ph"] as? String == "B" {
                            open.append(time)
                            count += 1
                        } else {
                            #expect(event["ph"] as? String == "E" && open.popLast() != nil)
                        }
                    }
                    #expect(open.isEmpty && last <= Double(timeline.durationInNanoseconds) / 1000)
                }
                #expect(count >= timeline.constructions.count)
                #expect(XMLParser(data: Data(timeline.svg.utf8)).parse())
                let events = try #require(json?["traceEvents"] as? [[String: Any]])
                let names = events.compactMap { $0["name"] as? String }.filter { $0.contains(">0 (") }
                #expect(names.first == ##"Planned (id: <&"'\#\n\u{01}>0 (Label))"##)
                let titles = timeline.svg.split(separator: "\n").filter { $0.contains("&gt;0 (") }
                #expect(titles.first == ##"<g><title>Planned (id: &lt;&amp;&quot;'\#\n\u{01}&gt;0 (Label))"##)
            }
        }
    }
#endif

private func wait<Value: Sendable>(_ milliseconds: UInt32, for value: Value) -> Value {
    usleep(milliseconds * 1000)
    return value
}

private func offThisThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
    let (result, done) = (Shared<Swift.Result<Result, any Error>?>(nil), DispatchSemaphore(value: 0))
    Thread {
        result.change { $0 = .init { try body() } }
        done.signal()
    }.start()
    done.wait()
    return try #require(result.value).get()
}
