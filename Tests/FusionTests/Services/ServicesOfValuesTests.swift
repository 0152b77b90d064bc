import Fusion
import Testing
import Wormer
import WormerGraph

private struct Rider: Sendable {}
private struct Ticket: Sendable { let rider: Rider }
private struct Seat: Sendable { let ticket: Ticket }
private struct Fare: Sendable { let cents: Int }

extension Wormer.Scope {
    fileprivate static let ride = Scope("ride")
}

extension Container {
    @Service(lifetime: .scope(.ride)) fileprivate var ticket = Ticket(rider: injector.instance(for: Rider.self))
    @Service fileprivate var seat = Seat(ticket: ticket)
    @Service(lifetime: .scope(.ride)) fileprivate var fare: Fare
    @Service(lifetime: .scope(.ride)) fileprivate var receipt = "\(fare.cents) cents"
    @Service fileprivate var bench = [1, 2]
    @Service fileprivate var speed: Int16 = Int16(injector.instance(for: Int8.self))
}

@Suite("verifyInstances() lists the services that it can't create")
struct ServicesOfValuesTests {
    @Test("Services that need what isn't provided or implemented are listed, and others created")
    func listed() async throws {
        let injector = Container().injector
        injector.bind(Rider.self, lifetime: .scope(.ride), to: .provided)
        injector.bind(Int8.self, to: .unimplemented)
        try await knowingFiles(["ServicesOfValuesTests.swift"]) {
            let verification = try await injector.verifyInstances()
            let file = "(FusionTests/ServicesOfValuesTests.swift:LINE)"
            #expect(
                verification.remarks.map(\.description.withoutLocations).sorted() == [
                    "Int8 \(file): unimplemented",
                    "Rider \(file): the scope 'ride' has no value for it",
                    "fare: Fare \(file): the scope 'ride' has no value for it",
                    "receipt: String \(file): depends on what was not created",
                    "seat: Seat \(file): depends on what was not created",
                    "speed: Int16 \(file): depends on what was not created",
                    "ticket: Ticket \(file): depends on what was not created",
                ]
            )
            injector.bind(Int8.self, to: .value(1))
            try await injector.withScope(.ride, providing: Rider(), Fare(cents: 3)) {
                let inside = try await injector.verifyInstances()
                #expect(inside.remarks.filter { $0.kind == .notCreated }.isEmpty)
            }
        }
    }
}
