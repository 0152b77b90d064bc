import Fusion
import Testing
import WormerGraph

private protocol Stage: Sendable {}

private struct Theater: Stage {}

private struct Seat: Sendable { let number: Int }

extension Container {
    @Service(.singleton) fileprivate var theater = Theater()
    @Provides(.singleton) fileprivate func seat(number: Int) -> Seat { Seat(number: number) }
    @Provides(.singleton) fileprivate func laterSeat(number: Int) async -> Seat { Seat(number: number) }
}

#if os(macOS) || os(Linux)
    @Suite("A timeline has the services that were created")
    struct ServiceTimelineTests {
        @Test("A service appears once, also behind an alias, and a function once for each combination of arguments")
        func services() async {
            await #expect(processExitsWith: .success) {
                let container = Container()
                container.setAlias(\.theater, for: (any Stage).self)
                let timeline = await container.injector.timeline {
                    _ = container.injector.instance(for: (any Stage).self)
                    for _ in 0..<2 {
                        _ = container.theater
                        for number in 1...2 {
                            _ = container.seat(number: number)
                            _ = await container.laterSeat(number: number)
                        }
                    }
                }
                let own = timeline.constructions.filter { $0.event.bindingLocation?.fileID == "\(#fileID)" }
                let names = Dictionary(uniqueKeysWithValues: own.map { ($0.event.id, "\($0.event.interface)") })
                let lines = own.map {
                    "\($0.event.interface) for \($0.event.parentID.flatMap { names[$0] } ?? "nobody")"
                }
                #expect(
                    lines == [
                        "Stage for nobody", "Theater for Stage", "Seat for nobody", "Seat for nobody",
                        "Seat for nobody",
                        "Seat for nobody",
                    ]
                )
            }
        }
    }
#endif
