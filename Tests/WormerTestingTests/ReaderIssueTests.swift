import Fusion
import Testing
import Wormer
import WormerTesting

private struct Parcel: Sendable { let number: Int }

extension Container { @Service fileprivate var parcel = Parcel(number: 1) }

private struct Reader { @Inject(\.parcel, fileID: elsewhere, line: 1) var parcel }

@Suite("An issue about a service is at the line that read it")
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
                                allowingLive: .only([Parcel.self])
                """
            ]
        )
    }
}
