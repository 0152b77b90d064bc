// swift-format-ignore-file
// The properties are written unusually on purpose.

import Fusion

// Operators, regular expressions, comments, literals of the compiler.

extension Container {
    @Service var expression01 = 8 / 2 / 2
    @Service var expression02 = [8, 2].reduce(16, /)
    @Service var expression03 = (8/2)/2 + [4][0]/2
    @available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
    @Service var expression04 = /a[("{]b/
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
    @Service var expression11 = 1 <+> 2
    @Service var expression13 = 1 /* } */ + /* /* " */ ) */ 2
    @Service var expression14 = 1 // {
        + 2 // "
        + 3
    @Service var expression15 = 1 < 2 && 2 > 1
    @Service var expression18 = Optional(Kettle())?.next?.litres
    @Service var expression19 = Optional(1)!
    @Service var expression21 = true
        ? (false ? 1 : 2)
        : 3
    @Service var expression22 = #fileID
    @Service var expression23 = #line
    @Service var expression25 = (Tea() as Any) is Hot
    @Service var expression26 = (Tea() as Any) as? any Drink & Hot
    @Service var expression29 = (1..<5).lazy
        .map { $0 * $0 }
        .filter { $0 > 1 }
        .reduce(0, +)
    @Service var expression30 = [1: [2: 3]][1]?[2] ?? 0
    @Service var expression33: Size = .init(rawValue: 2) ?? .small
    @Service var expression35 = type(of: Tea())
    @Service var expression36 = (lhs: 1, rhs: { 2 }())
}

extension Corpus {
    static let expressions: Samples = [
        "expression01": { $0.expression01 == 2 }, "expression02": { $0.expression02 == 1 },
        "expression03": { $0.expression03 == 4 },
        "expression04": { guard #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) else { return true }; return "a{b".wholeMatch(of: $0.expression04) != nil },
        "expression06": { guard #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) else { return true }; return " / } ".wholeMatch(of: $0.expression06) == nil },
        "expression07": { guard #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) else { return true }; return "ab".wholeMatch(of: $0.expression07)?.1 == "b" },
        "expression08": { guard #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) else { return true }; return $0.expression08 == "1" },
        "expression10": { $0.expression10 == 9 }, "expression11": { $0.expression11 == 3 },
        "expression13": { $0.expression13 == 3 }, "expression14": { $0.expression14 == 6 },
        "expression15": { $0.expression15 }, "expression18": { $0.expression18 == nil },
        "expression19": { $0.expression19 == 1 }, "expression21": { $0.expression21 == 2 },
        "expression22": { $0.expression22.hasSuffix("Corpus+Expressions.swift") },
        "expression23": { $0.expression23 > 10 }, "expression25": { $0.expression25 },
        "expression26": { $0.expression26 != nil }, "expression29": { $0.expression29 == 29 },
        "expression30": { $0.expression30 == 3 }, "expression33": { $0.expression33 == .large },
        "expression35": { $0.expression35 == Tea.self },
        "expression36": { $0.expression36.lhs + $0.expression36.rhs == 3 },
    ]
}
