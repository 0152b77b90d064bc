// swift-format-ignore-file
// The properties are written unusually on purpose.

import Fusion

// Operators, regular expressions, comments, literals of the compiler.

extension Container {
    @Service var expression01 = 8 / 2 / 2
    @Service var expression03 = (8/2)/2 + [4][0]/2
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    @Service var expression04 = #/a[("{]b/#
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    @Service var expression06 = #/ ( / [)] } " ) /#
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    @Service var expression07 = #/
        a  # a comment ) }
        (b|c)
        /#
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    @Service var expression08 = "a1b".firstMatch(of: /\d/)?.output
    @Service var expression10 = √3
    @Service var expression13 = 1 /* } */ + /* /* " */ ) */ 2
    @Service var expression14 = 1 // {
        + 2 // "
        + 3
    @Service var expression22 = #fileID
    @Service var expression23 = #line
}

extension Corpus {
    static let expressions: Samples = [
        "expression01": { $0.expression01 == 2 }, "expression03": { $0.expression03 == 4 },
        "expression04": { guard #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) else { return true }; return "a{b".wholeMatch(of: $0.expression04) != nil },
        "expression06": { guard #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) else { return true }; return " / } ".wholeMatch(of: $0.expression06) == nil },
        "expression07": { guard #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) else { return true }; return "ab".wholeMatch(of: $0.expression07)?.1 == "b" },
        "expression08": { guard #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) else { return true }; return $0.expression08 == "1" },
        "expression10": { $0.expression10 == 9 }, "expression13": { $0.expression13 == 3 },
        "expression14": { $0.expression14 == 6 },
        "expression22": { $0.expression22.hasSuffix("Corpus+Expressions.swift") },
        "expression23": { $0.expression23 > 10 },
    ]
}
