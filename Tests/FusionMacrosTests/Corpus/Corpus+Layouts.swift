// swift-format-ignore-file
// The properties are written unusually on purpose.

import Fusion

extension Container.Scope { static let corpus = id("corpus") }

// Attributes, modifiers, comments, lines.

extension Container {
    @Service public var layout01 = 1
    @Service private var layout04 = 1
    var layout04seen: Int { layout04 }
    @Service public internal(set) var layout07 = 1
    @Service public private(set) final var layout08: Int = 1
    @Service(.singleton) nonisolated var layout10 = 1
    @MainActor @Service var layout11 = Screen()
    @Service(.singleton) @MainActor var layout12 = Screen().width
    @Service
    @MainActor
    public
    var layout13
        : Int
        = 1
    @available(macOS 10.15, iOS 13, *)
    @Service(.singleton)
    var layout14 = 1
    @Service @available(macOS, introduced: 10.15, message: "not ) var y = 2") var layout15 = 1
    @Service(
        .singleton
    ) var layout17 = 1
    @Service(.corpus) var layout18 = 1
    @Service( /* one */ .singleton /* two */ ) var layout20 = 1
    @Fusion.Service(.singleton) var layout23 = Kettle()
    @Service var layout25: Int
    @Service(.singleton) var layout26: Kettle?
    /* a */ @Service /* b */ var /* c */ layout27 /* d */ : /* e */ Int /* f */ = /* g */ 1 /* h */
    // before
    @Service // one
    // two
    var // three
        layout28 // four
        // five
        = // six
        // seven
        1 // eight }
    /// Documentation with `var x = 1`.
    @Service
    /* /* nested */ var z */
    var layout29: Int /* = */ = 1
    #if os(Linux) || os(macOS)
    @Service var layout30 = 1
    #else
    @Service var layout30 = 1
    #endif
    #if os(Linux)
    @MainActor
    #else
    @MainActor
    #endif
    @Service var layout31 = 1
    @Service var layout33 = 1; @Service var layout33b = 2
    @Service var `default` = 1
    @Service var `a raw name` = 1
    @Service var größe = 1
    @Service var service = 1
    @Service var assign = 1
    @Service var newValue = 1
    @Service	var	layout40	=	1


    @Service


    var layout41 =

    1

}

extension Corpus {
    static let layouts: Samples = [
        "layout01": { $0.layout01 == 1 }, "layout04": { $0.layout04seen == 1 }, "layout07": { $0.layout07 == 1 },
        "layout08": { $0.layout08 == 1 }, "layout10": { $0.layout10 == 1 }, "layout11": { $0.layout11.width == 80 },
        "layout12": { $0.layout12 == 80 }, "layout13": { $0.layout13 == 1 }, "layout14": { $0.layout14 == 1 },
        "layout15": { $0.layout15 == 1 }, "layout18": { $0.layout18 == 1 }, "layout20": { $0.layout20 == 1 },
        "layout23": { $0.layout23 === $0.layout23 }, "layout25": { $0.layout25 = 2; return $0.layout25 == 2 },
        "layout26": { $0.layout26 = nil; return $0.layout26 == nil }, "layout27": { $0.layout27 == 1 },
        "layout28": { $0.layout28 == 1 }, "layout29": { $0.layout29 == 1 }, "layout30": { $0.layout30 == 1 },
        "layout31": { $0.layout31 == 1 }, "layout33": { $0.layout33 + $0.layout33b == 3 },
        "layout34": { $0.default == 1 }, "layout35": { $0.`a raw name` == 1 }, "layout36": { $0.größe == 1 },
        "layout37": { $0.service == 1 }, "layout38": { $0.assign == 1 },
        "layout39": { $0.newValue = 4; return $0.newValue == 4 }, "layout40": { $0.layout40 == 1 },
        "layout41": { $0.layout41 == 1 },
    ]
}
