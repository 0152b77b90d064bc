/// A random number generator, SplitMix64.
///
/// The same seed produces the same numbers on every platform.
package struct RandomNumbers: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to, but not including, `limit`.
    package mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

    /// True once in `count` times on average.
    package mutating func oneIn(_ count: Int) -> Bool { below(count) == 0 }

    package mutating func element<Elements: RandomAccessCollection>(of elements: Elements) -> Elements.Element {
        elements[elements.index(elements.startIndex, offsetBy: below(elements.count))]
    }
}
