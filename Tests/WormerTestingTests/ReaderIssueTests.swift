import Fusion
import Testing
import Wormer
import WormerTesting

private struct Parcel: Sendable { let number: Int }

extension Container { @Service fileprivate var parcel = Parcel(number: 1) }

private struct Reader { @Inject(\.parcel, fileID: elsewhere, line: 1) var parcel }

// Serialized, because a detached task belongs to no test.
@Suite("An issue about a service is at the line that read it", .serialized)
struct ReaderIssueTests {
    @Test("A live instance is an issue at the line of the property")
    func live() async throws {
        let found = try await issues {
            try await withIsolatedBindings(
                allowingLive: .none,
                { _ in _ = Reader().parcel },
                fileID: "OtherTests/Test.swift"
            )
        }
        #expect(
            found.map(\.withoutLocations) == [
                """
                WormerTestingTests/Elsewhere.swift:LINE: parcel: Parcel is live: the test created it with a binding of \
                the program.
                  injected at   WormerTestingTests/Elsewhere.swift:LINE
                  declared at   WormerTestingTests/ReaderIssueTests.swift:LINE
                  to do         Assign a mock in the test before it is resolved:
                                Container.main.parcel = <#Parcel#>
                  or            Allow it:
                                allowingLive: .only([\\.parcel])
                """
            ]
        )
    }

    @Test("What a detached task creates live is an issue of the running test, if the test replaces it")
    func outside() async throws {
        let found = try await issues {
            try await withIsolatedBindings(
                allowingLive: .none,
                { injector in
                    injector.bind(Parcel.self, to: .value(Parcel(number: 2)), fileID: elsewhere, line: 2)
                    Container.parcel = injector.instance()
                    let reader = Reader()
                    #expect(reader.parcel.number == 2)
                    await Task.detached {
                        // A wrapper remembers the bindings of the test in which it was created.
                        #expect(reader.parcel.number == 2)
                        #expect(Reader().parcel.number == 1)
                        #expect(Injector.default.safeInstance(for: Parcel.self) == nil)
                    }.value
                },
                fileID: "OtherTests/Test.swift"
            )
        }
        #expect(
            found.map(\.withoutLocations) == [
                """
                WormerTestingTests/Elsewhere.swift:LINE: parcel: Parcel is live: a detached task or thread created it, \
                and doesn't see what the test has instead.
                  injected at   WormerTestingTests/Elsewhere.swift:LINE
                  declared at   WormerTestingTests/ReaderIssueTests.swift:LINE
                  to do         Capture the bindings of the test, where the work begins:
                                let here = Injector.capture()
                                here.run { <#lookups#> }
                  or            Allow it:
                                allowingLive: .only([\\.parcel])
                """
            ]
        )
    }

    @Test("It's none if the test has ended, replaces something else, or allows it, nor in another test")
    func none() async throws {
        let read: @Sendable () -> Void = { _ = Reader().parcel }
        let found = try await issues {
            for (live, change) in [
                (LiveInstances.none, {}), (.only([Parcel.self]), { Container.parcel = Parcel(number: 2) }),
                (.inherited, { Container.parcel = Parcel(number: 2) }),
            ] as [(LiveInstances, () -> Void)] {
                try await withIsolatedBindings(
                    ignoring: [.unusedBinding],
                    allowingLive: live,
                    { _ in
                        change()
                        await Task.detached(operation: read).value
                    },
                    fileID: "OtherTests/Test.swift"
                )
            }
        }
        #expect(found == [])
    }
}
