// swift-format-ignore-file
// The properties are written unusually on purpose.

import Fusion

// Numbers, collections, tuples.

extension Container {
    @Service var literal01 = 1
    @Service var literal06 = -1_000
    @Service var literal08 = 0x1p-2
    @Service var literal10: Int? = nil
    @Service var literal14: Set = [1, 1]
    @Service var literal18: (a: Int, b: String) = (1, "a")
    @Service var literal19: Character = "x"
    @Service var literal21: Void = ()
    @Service var literal22 = [
        [1, 0],

        [0, 1],
    ]
}

extension Corpus {
    static let literals: Samples = [
        "literal01": { $0.literal01 == 1 }, "literal06": { $0.literal06 == -1000 },
        "literal08": { $0.literal08 == 0.25 }, "literal10": { $0.literal10 == nil },
        "literal14": { $0.literal14.count == 1 }, "literal18": { $0.literal18.b == "a" },
        "literal19": { $0.literal19 == "x" }, "literal21": { $0.literal21 == () },
        "literal22": { $0.literal22[1][1] == 1 },
    ]
}
