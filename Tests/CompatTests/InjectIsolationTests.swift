import Compat
import Testing
import Wormer

private protocol Meter: Sendable {
    var value: Int { get }
}

private struct FixedMeter: Meter, Injectable {
    let value: Int
}

private struct Report: Sendable {
    @Inject var meter: FixedMeter
    @Inject var other: any Meter
}

private actor Worker {
    @Inject var meter: FixedMeter
    @Inject var other: any Meter

    var sum: Int { meter.value + other.value }
}

@MainActor
private final class View {
    @Inject var meter: FixedMeter
    @Inject var other: any Meter

    var sum: Int { meter.value + other.value }
}

@globalActor
private actor Laboratory {
    static let shared = Laboratory()
}

@Laboratory
private final class Bench {
    @Inject var meter: FixedMeter

    nonisolated init() {}
}

@Suite("The tutorial's @Inject works in Sendable types and on actors")
struct InjectIsolationTests {
    @Test("@Inject works in a Sendable struct, an actor and classes of global actors")
    func everywhere() async {
        await withEmptyResolver {
            Resolver.shared.add(FixedMeter(value: 1))
            Resolver.shared.add(FixedMeter(value: 2), as: (any Meter).self)
            let report = Report()
            async let elsewhere = report.meter.value + report.other.value
            #expect(await elsewhere == 3)
            #expect(await Worker().sum == 3)
            #expect(await MainActor.run { View().sum } == 3)
            #expect(await Bench().meter.value == 1)
        }
    }
}
