import Testing

@testable import Wormer

@Suite("An ending decides its order from needs and from the order of creation")
struct EndingOrderTests {
    /// The order in which things end that were created in alphabetical order, each with what it needs; what it needed
    /// before it existed is in capitals.
    private func order(
        _ needs: KeyValuePairs<Character, String>,
        between others: KeyValuePairs<Character, String> = [:]
    ) -> String {
        let all = needs.map { $0 } + others.map { $0 }
        let places = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.key, $0) })
        let order = EndingOrder(
            needs: all.map { thing in
                thing.value.compactMap { need in
                    places[Character(need.lowercased())].map { .init(node: $0, isLazy: need.isLowercase) }
                }
            }
        )
        return String(order.positions(of: Array(needs.indices.map { $0 })).map { needs[$0].key })
    }

    private func order(of needs: [[Int]]) -> [Int] {
        EndingOrder(needs: needs.map { $0.map { .init(node: $0, isLazy: true) } }).positions(of: Array(needs.indices))
    }

    @Test("The latest ends first where nothing needs what was created later")
    func latestFirst() {
        #expect(order([:]) == "")
        #expect(order(["a": ""]) == "a")
        #expect(order(["a": "", "b": "", "c": ""]) == "cba")
        #expect(order(["a": "", "b": "a", "c": "ab", "d": "c"]) == "dcba")
        #expect(order(["a": "", "b": "", "c": "a", "d": "a"]) == "dcba")
    }

    @Test("A thing ends after all that need it, and the others keep their order")
    func needed() {
        #expect(order(["a": "b", "b": ""]) == "ab")
        #expect(order(["a": "d", "b": "", "c": "", "d": ""]) == "cbad")
        #expect(order(["a": "bc", "b": "c", "c": ""]) == "abc")
        #expect(order(["a": "c", "b": "c", "c": "", "d": ""]) == "dbac")
        #expect(order(["a": "", "b": "d", "c": "d", "d": "a"]) == "cbda")
        #expect(order(["a": "bb", "b": ""]) == "ab")
    }

    @Test("A need leads through what has no end")
    func between() {
        #expect(order(["a": "x", "b": ""], between: ["x": "b"]) == "ab")
        #expect(order(["a": "x", "b": "", "c": "y"], between: ["x": "y", "y": "b"]) == "cab")
        #expect(order(["a": "x", "b": ""], between: ["x": "y", "y": "xb"]) == "ab")
        #expect(order(["a": "", "b": ""], between: ["x": "ab"]) == "ba")
    }

    @Test("Of things that need each other the latest ends first, and what one of them needs after all of them")
    func cycles() {
        #expect(order(["a": "a"]) == "a")
        #expect(order(["a": "b", "b": "a"]) == "ba")
        #expect(order(["a": "b", "b": "ac", "c": ""]) == "bac")
        #expect(order(["a": "b", "b": "a", "c": "a"]) == "cba")
        #expect(order(["a": "bd", "b": "a", "c": "d", "d": "e", "e": "d", "f": ""]) == "fcbaed")
        #expect(order(["a": "x", "b": "a", "c": ""], between: ["x": "bc"]) == "bac")
    }

    @Test("What was needed before its user existed keeps its place, but may be part of a cycle")
    func earlier() {
        #expect(order(["a": "", "b": "A", "c": "B"]) == "cba")
        #expect(order(["a": "B", "b": ""]) == "ba")
        #expect(order(["a": "b", "b": "A"]) == "ba")
        #expect(order(["a": "bc", "b": "A", "c": ""]) == "bac")
        #expect(order(["a": "b", "b": "x", "c": ""], between: ["x": "Ac"]) == "bac")
    }

    @Test("Several things of one node end the latest first, and all before what the node needs")
    func nodes() {
        let order = EndingOrder(needs: [[.init(node: 1, isLazy: true)], []])
        #expect(order.positions(of: [0, 1, 0, 1, 0]) == [4, 2, 0, 3, 1])
    }

    @Test("The order of random needs fulfils each need, and no later thing could have ended earlier")
    func random() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<500 {
            let count = Int.random(in: 1...12, using: &generator)
            // Without cycles: along a hidden order.
            let hidden = Array(0..<count).shuffled(using: &generator)
            let needs = (0..<count).map { thing in
                (0..<count).filter { hidden[$0] > hidden[thing] && Bool.random(using: &generator) }
            }
            var remaining = Set(0..<count)
            for thing in order(of: needs) {
                let free = remaining.filter { other in !remaining.contains { needs[$0].contains(other) } }
                #expect(thing == free.max(), "\(needs)")
                remaining.remove(thing)
            }
            #expect(remaining.isEmpty)
        }
    }

    @Test("A chain of 1,000 needs ends in its order")
    func chain() {
        let count = 1_000
        let needs = (0..<count).map { $0 + 1 < count ? [$0 + 1] : [] }
        #expect(order(of: needs) == Array(0..<count))
    }
}
