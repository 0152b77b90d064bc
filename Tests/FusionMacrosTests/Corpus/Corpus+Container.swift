// swift-format-ignore-file
// The properties are written unusually on purpose.

import Fusion

extension Container {
    var plain: Int { Int("7") ?? 0 }
    func scaled(_ factor: Int) -> Int { factor * plain }
    static func scaled(_ factor: Int) -> Int { factor * plain }
}

// Initializers that use the container.

extension Container {
    @Service var asks01 = isTest
    @Service var asks02: Drink = isTest ? Tea() : Milk()
    @Service var asks04 = asks01 == isTest
    @Service var asks05 = plain + 1
    @Service var asks07 = scaled(2)
    @Service(.singleton) var asks11 = Kettle(litres: asks05)
    @Service var asks12 = asks11
    @Service var asks15: () -> Int = ({ [plain] in plain })
    @Service var asks17: Int = {
        guard plain > 1, case let p? = [plain].first else { return 0 }
        return p
    }()
    @MainActor @Service var asks20 = Screen().width + plain
    @Service var asks21 = twice { let service = 3; return service }
    @Service var asks22 = [1, 2].reduce(1) { assign, newValue in assign * newValue }
    @Service var asks23 = [1].map { x in x }.reduce(plain) { x, y in x + y }
    @Service var asks24 = twice { [p = plain] in p }
    @Service var asks25 = (plain + twice { let plain = 1; return plain })
    @Service var asks26: Int = { if isTest { plain } else { plain } }()
}

extension Corpus {
    static let container: Samples = [
        "asks01": { $0.asks01 == $0.isTest }, "asks02": { $0.asks02.name == ($0.isTest ? "tea" : "milk") },
        "asks04": { $0.asks04 }, "asks05": { $0.asks05 == 8 }, "asks07": { $0.asks07 == 14 },
        "asks11": { $0.asks11 === $0.asks11 && $0.asks11.litres == 8 }, "asks12": { $0.asks12 === $0.asks11 },
        "asks15": { $0.asks15() == 7 }, "asks17": { $0.asks17 == 7 }, "asks20": { $0.asks20 == 87 },
        "asks21": { $0.asks21 == 6 }, "asks22": { $0.asks22 == 2 }, "asks23": { $0.asks23 == 8 },
        "asks24": { $0.asks24 == 14 }, "asks25": { $0.asks25 == 9 }, "asks26": { $0.asks26 == 7 },
    ]
}
