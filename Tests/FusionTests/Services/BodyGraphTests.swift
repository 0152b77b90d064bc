import Fusion
import TestSupport
import Testing
import Wormer
import WormerGraph

@Suite("verify() knows what the bodies of functions need")
struct BodyGraphTests {
    private let container = Container()

    /// The findings of `verify()` about the services of a file: paths, in the order of their names.
    private struct Findings {
        var faults: [String] = []
        var conditional: [String] = []
        var unchecked: [String] = []

        init(_ file: String, _ injector: Injector) {
            func paths(_ findings: [Finding], _ kind: Finding.Kind) -> [String] {
                findings.filter { $0.kind == kind }.map { finding in
                    finding.places.map(\.interface).joined(separator: " -> ")
                }.sorted()
            }
            knowingFiles([file]) {
                do throws(VerificationError) {
                    let remarks = try injector.verify().remarks
                    (conditional, unchecked) = (paths(remarks, .conditional), paths(remarks, .unchecked))
                } catch {
                    faults = paths(error.faults, .failure)
                    (conditional, unchecked) = (paths(error.remarks, .conditional), paths(error.remarks, .unchecked))
                }
            }
        }
    }

    @Test("A lookup that is awaited is a need, however it states its type")
    func awaited() {
        container.injector.bind(Porter.self, lifetime: .scope(.shopping), to: .async { Porter() })
        container.injector.contribute(to: Porter.self, lifetime: .scope(.shopping), .make { Porter() })
        let findings = Findings("AwaitedServices.swift", container.injector)
        #expect(
            findings.faults == [
                "afterAnAttempt(id:): Delivery", "captor(id:): Delivery -> Porter",
                "collector(id:): Delivery -> contribution to Porter", "concurrent(id:): Delivery",
                "inferred(id:): Delivery", "returned(id:): Parcel", "typed(id:): Delivery",
            ]
        )
        #expect(findings.conditional == [])
        #expect(findings.unchecked == ["Porter", "contribution to Porter", "later(id:): Delivery"])
    }

    @Test("A service is a need however a body reaches it, and a body that hides its needs is not verified")
    func reached() {
        container.injector.bind(Basket.self, to: .value(Basket()))
        let findings = Findings("CaptorServices.swift", container.injector)
        let captors = [
            "byKeyPath(_:): Basket -> basket: Basket", "called(_:): Basket -> filled(_:): Basket",
            "hiddenInABlock(_:): Basket -> basket: Basket", "hiddenInAClosure(_:): Basket -> basket: Basket",
            "hiddenLater(_:): Basket -> basket: Basket", "namedLikeAParameter(_:): Basket -> basket: Basket",
            "ofConstant(_:): Basket -> basket: Basket", "ofItself(_:): Basket -> filled(_:): Basket",
            "ofMain(_:): Basket -> filled(_:): Basket", "one(): Basket -> two(): Basket",
            "read(_:): Basket -> basket: Basket", "unbound(_:): Coupon", "unboundInMain(_:): Coupon",
        ]
        #expect(findings.faults == captors)
        #expect(findings.conditional == ["mapped(_:): Basket -> filled(_:): Basket"])
        // They hand on the container, or call what the plugin can't read.
        #expect(
            findings.unchecked == [
                "handedOver(_:): Basket", "helped(_:): Basket", "ofProvider(_:): Basket",
                "withKeyPath(_:): Array<Basket>",
            ]
        )
    }
}
