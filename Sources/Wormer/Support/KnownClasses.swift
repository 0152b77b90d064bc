import CWormer

/// Classes of which something is known that takes the runtime 350 instructions to find out.
///
/// A class is at the place of its address, or nowhere if another one is there.
package struct KnownClasses: @unchecked Sendable {
    // Unchecked because only atomic operations access the words.
    private let words = UnsafeMutablePointer<UInt>.allocate(capacity: KnownClasses.count)
    private static var count: Int { 64 }

    package init() {
        words.initialize(repeating: 0, count: KnownClasses.count)
    }

    private func place(of type: AnyClass) -> UnsafeMutablePointer<UInt> {
        words + Int(word(of: type) / 16 % UInt(KnownClasses.count))
    }

    package func contains(_ type: AnyClass) -> Bool {
        wormer_load_word(place(of: type)) == word(of: type)
    }

    package func insert(_ type: AnyClass) {
        wormer_store_word(place(of: type), word(of: type))
    }
}
