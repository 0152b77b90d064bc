import CWormer

/// Facts about some addresses, which the runtime takes hundreds of instructions to find out again.
///
/// A word is at the place of an address, until that of another address takes the place.
package struct LatestWords: @unchecked Sendable {
    // Unchecked because only atomic operations access the words.
    private let words = UnsafeMutablePointer<UInt>.allocate(capacity: 64)

    package init() {
        words.initialize(repeating: 0, count: 64)
    }

    package subscript(address: UInt) -> UInt {
        get { wormer_load_word(words + Int(address / 16 % 64)) }
        nonmutating set { wormer_store_word(words + Int(address / 16 % 64), newValue) }
    }
}
