// swift-format-ignore-file
// The properties are written unusually on purpose.

import Fusion

// Numbers, collections, tuples.

extension Container {
    @Service var literal01 = 1
    @Service var literal02=2
    @Service var literal05 = 1.5e-3
    @Service var literal06 = -1_000
    @Service var literal08 = 0x1p-2
    @Service var literal10: Int? = nil
    @Service var literal14: Set = [1, 1]
    @Service var literal16: [String: [Int: Bool]] = [:]
    @Service var literal18: (a: Int, b: String) = (1, "a")
    @Service var literal19: Character = "x"
    @Service var literal20 = ((((5))))
    @Service var literal21: Void = ()
    @Service var literal22 = [
        [1, 0],

        [0, 1],
    ]
}

extension Corpus {
    static let literals: Samples = [
        "literal01": { $0.literal01 == 1 }, "literal02": { $0.literal02 == 2 },
        "literal05": { $0.literal05 == 0.0015 }, "literal06": { $0.literal06 == -1000 },
        "literal08": { $0.literal08 == 0.25 }, "literal10": { $0.literal10 == nil },
        "literal14": { $0.literal14.count == 1 }, "literal16": { $0.literal16.isEmpty },
        "literal18": { $0.literal18.b == "a" }, "literal19": { $0.literal19 == "x" },
        "literal20": { $0.literal20 == 5 }, "literal21": { $0.literal21 == () },
        "literal22": { $0.literal22[1][1] == 1 },
    ]
}
