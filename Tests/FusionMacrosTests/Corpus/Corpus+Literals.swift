// swift-format-ignore-file
// The properties are written unusually on purpose.

import Fusion

// Numbers, collections, tuples.

extension Container {
    @Service var literal01 = 1
    @Service var literal02=2
    @Service var literal03: Int = 0xFF
    @Service var literal04: Double = 1
    @Service var literal05 = 1.5e-3
    @Service var literal06 = -1_000
    @Service var literal07 = 0b101 + 0o17
    @Service var literal08 = 0x1p-2
    @Service var literal09 = true
    @Service var literal10: Int? = nil
    @Service var literal11: Int? = 3
    @Service var literal12 = [1, 2, 3]
    @Service var literal13: [Int] = []
    @Service var literal14: Set = [1, 1]
    @Service var literal15 = ["a": 1, "b": 2]
    @Service var literal16: [String: [Int: Bool]] = [:]
    @Service var literal17 = (1, "a")
    @Service var literal18: (a: Int, b: String) = (1, "a")
    @Service var literal19: Character = "x"
    @Service var literal20 = ((((5))))
    @Service var literal21: Void = ()
    @Service var literal22 = [
        [1, 0],

        [0, 1],
    ]
    @Service var literal23: UInt8 = .max
    @Service var literal24 = 5 as Any
}

extension Sample {
    static let literals: [Sample] = [
        Sample("literal01") { $0.literal01 == 1 },
        Sample("literal02") { $0.literal02 == 2 },
        Sample("literal03") { $0.literal03 == 255 },
        Sample("literal04") { $0.literal04 == 1 },
        Sample("literal05") { $0.literal05 == 0.0015 },
        Sample("literal06") { $0.literal06 == -1000 },
        Sample("literal07") { $0.literal07 == 20 },
        Sample("literal08") { $0.literal08 == 0.25 },
        Sample("literal09") { $0.literal09 },
        Sample("literal10") { $0.literal10 == nil },
        Sample("literal11") { $0.literal11 == 3 },
        Sample("literal12") { $0.literal12 == [1, 2, 3] },
        Sample("literal13") { $0.literal13.isEmpty },
        Sample("literal14") { $0.literal14.count == 1 },
        Sample("literal15") { $0.literal15["b"] == 2 },
        Sample("literal16") { $0.literal16.isEmpty },
        Sample("literal17") { $0.literal17 == (1, "a") },
        Sample("literal18") { $0.literal18.b == "a" },
        Sample("literal19") { $0.literal19 == "x" },
        Sample("literal20") { $0.literal20 == 5 },
        Sample("literal21") { $0.literal21 == () },
        Sample("literal22") { $0.literal22[1][1] == 1 },
        Sample("literal23") { $0.literal23 == 255 },
        Sample("literal24") { $0.literal24 as? Int == 5 },
    ]
}
