import Fusion
import Testing
import WormerGraph

@testable import Wormer

private struct Shed: Sendable {}
private struct Crate: Sendable {}
private struct Pane: Sendable {}
private struct Lid: Sendable {}

extension Container {
    @Provides fileprivate func shed(at path: String, _ sizes: [String: Int]) async throws -> Shed { Shed() }
    @Provides fileprivate func crate() -> Crate { Crate() }
    @MainActor @Provides fileprivate func pane(of kind: String) -> Pane { Pane() }
    @Provides fileprivate func lid(_ kind: String) throws -> Lid { Lid() }
}

@Suite("Messages for a type that a function returns show a binding that calls the function")
struct FunctionAdviceTests {
    private func message<T>(_ type: T.Type) -> String? {
        withEmptyMain {
            let location = CodeLocation(fileID: #fileID, line: #line, facade: .container)
            let error = #expect(throws: InjectionError.self) {
                try Container.main.injector.dependency(type, at: location)
            }
            return error?.description.withoutLocations
        }
    }

    @Test("The binding has placeholders for the arguments, and awaits what the function awaits")
    func lookups() {
        let place = "FusionTests/FunctionAdviceTests.swift:LINE"
        #expect(
            message(Shed.self) == """
                Cannot inject Shed: nothing is bound to it.
                  looked up at  \(place)
                  near misses   the service shed(at:_:): Shed, declared at \(place)
                  to do         Call 'Container.main.shed(at:_:)', or bind its type to a call:
                                Container.main.bind(Shed.self, to: .async { try await Container.main.shed(at: \
                <#String#>, <#Dictionary<String, Int>#>) })
                """
        )
        for (text, code) in [
            (message(Pane.self), "Pane.self, to: .async { await Container.main.pane(of: <#String#>) })"),
            (message(Lid.self), "Lid.self, to: .make { try Container.main.lid(<#String#>) })"),
        ] {
            #expect(text?.hasSuffix("\n                Container.main.bind(\(code)") == true)
        }
        #expect(
            message(Crate.self)?.hasSuffix(
                """
                  to do         Call 'Container.main.crate()', or set an alias for its type:
                                Container.main.setAlias(\\.crateProvider, for: Crate.self)
                """
            ) == true
        )
    }

    @Test("verify() shows the same binding")
    func verified() {
        withEmptyMain {
            Container.bind(Pump.self, to: .using { (lid: Lid) in Pump(name: "\(lid)") })
            let error = #expect(throws: VerificationError.self) { try Injector.default.verify() }
            let fault = error?.faults.first { $0.description.hasPrefix("Lid is not bound") }
            #expect(
                fault?.description.hasSuffix(
                    "to find it by its type: Container.main.bind(Lid.self, to: .make { try Container.main.lid(<#String#>) })"
                ) == true
            )
        }
    }
}
