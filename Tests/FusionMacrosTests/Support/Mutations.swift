#if os(macOS) || os(Linux)
    @testable import FusionPlugin

    /// A random number generator that produces the same numbers on every run and platform.
    struct FixedRandom: RandomNumberGenerator {
        private var state: UInt64

        init(seed: UInt64) { state = seed }

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    /// Declarations and their damaged variants.
    enum Mutations {
        static let declarations: [[UInt8]] = [
            "\n    @Service(.singleton) public var a: [String: (Int) -> Bool] = [\"x\": { $0 > 1 }]",
            "@MainActor @Service var a = \"\\(b(\"}\")) { \\(1 /* ) */)\" + #\"\\#(c) \" \"#",
            "@Service\n    // a }\n    var `default`: Pair<Int, [A<B>]>=.init(a: 1, b: [])",
            "@Service var a = /* /* nested */ } */ 1 / 2 / c // end {\n    + #/re[(]\"/#.x",
            "@Service var a: Int {\n        get {\n            // b\n            self.c\n        }\n    }",
            "@Service var a = 1, b: Int = 2, (c, d) = (3, 4)",
            "@Service var a = (1, [2, 3])",
            "@Service static lazy let a = { b }()",
            "@Service var a: Int = f { [b, weak c = d] (e: Int, _ f) async throws -> Int in let g = e; return g } {\n  didSet { }\n}",
            "@Service var a = \"\"\"\n    b \\(\"\"\"\n        c\n        \"\"\") \"\"\n    \"\"\"",
            "@Service var a = if b { 1 } else if let c = d { c } else { switch e { case .f: 2; default: 3 } }",
            "#if A\n@B(1)\n#else\n@C(D, E)\n#endif\n@Service private(set) unowned(unsafe) var a: some P & Q = #/ r ( /#",
            "@available(iOS 15, *) @Service(lifetime: .weak) nonisolated var `a b`: Kettle! = .init() as Any as! Kettle",
            "@Service var a: some Drink { self.b[self.c].self.d + \"\\(self.default)\" }",
            "@Service func a() {}", "@Service struct A {}", "@Service subscript(a: Int) -> Int { 1 }",
        ].map { Array($0.utf8) }

        static let functions: [[UInt8]] = [
            "@Provides func a(_ b: Int, in c: A!, @DBuilder d: () -> E = f { 1 }) throws -> (any G & H)! { #error(\"\"\"\n(\n\"\"\") }",
            "@Provides func `a b`(c: @escaping (() -> Int)) async -> [B<C>] {\n#sourceLocation(file: \"d\", line: 3)\n  c }",
            "@Provides func a(b: Int) -> C { #warning(b, #sourceLocation())\n#sourceLocation()\nc }",
            "@Provides borrowing func a(_: Int, b _: C, @D _ _: sending E, self: () -> F, __g: inout H) async -> Self { }",
        ].map { Array($0.utf8) }

        private static let pieces: [[UInt8]] = [
            "(", ")", "[", "]", "{", "}", "<", ">", "\"", "\"\"\"", "#\"", "\"#", "\\(", "\\", "/*", "*/", "//", "/",
            "#/",
            "/#", "`", ":", "=", ",", ";", "@", "#", ".", "?", "!", "\n", "\r\n", " ", "let ", "var ", "self.", "in ",
            "didSet { }", "get {", "some ", "$0", "1", "a", "é", "\u{0}", "->", "& ", "static ", "weak ", "#if ",
            "#line",
            "guard let ", "_", "&&",
        ].map { Array($0.utf8) }

        /// A declaration with one to six changes: pieces inserted, bytes removed, doubled or replaced, or the end cut off.
        static func next(_ random: inout FixedRandom, of declarations: [[UInt8]] = declarations) -> String {
            var bytes = declarations.randomElement(using: &random)!
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0...bytes.count, using: &random)
                let length = Int.random(in: 0...min(8, bytes.count - place), using: &random)
                switch Int.random(in: 0..<6, using: &random) {
                case 0, 1: bytes.insert(contentsOf: pieces.randomElement(using: &random)!, at: place)
                case 2: bytes.removeSubrange(place..<(place + length))
                case 3: bytes.insert(contentsOf: bytes[place..<(place + length)], at: place)
                case 4: bytes.replaceSubrange(place..<(place + length), with: pieces.randomElement(using: &random)!)
                default:
                    if Bool.random(using: &random) { bytes.removeSubrange(place...) }
                }
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
#endif
