// swift-format-ignore-file
// The properties are written unusually on purpose.

import Fusion

// Annotations of every shape.

extension Container {
    @Service var type01: any Drink = Tea()
    @Service var type02: any Drink & Hot = Tea()
    @Service var type04: some Drink = Milk()
    @Service var type05: Kettle! = Kettle()
    @Service var type09: [String: (Int) -> Bool] = ["x": { $0 > 1 }]
    @Service var type12: Pair<Int, Pair<Int, Int>> = .init(a: 1, b: .init(a: 2, b: 3))
    @Service var type18: any Drink.Type = Milk.self
    @Service var type19: ((Int) -> (Int) -> Int) = { a in { b in a + b } }
    @Service var type23: KeyPath<Kettle, Int> = \.litres
    @Service var type24 = \Kettle.next?.litres
    @Service var type30: any Sequence<Int> = [1]
    @Service var type31: Dictionary<String, Array<Pair<Int, (Int) -> Int>>>.Element? = nil
}

extension Corpus {
    static let types: Samples = [
        "type01": { $0.type01.name == "tea" }, "type02": { $0.type02.name == "tea" },
        "type04": { $0.type04.name == "milk" }, "type05": { $0.type05.litres == 1 },
        "type09": { $0.type09["x"]?(2) == true }, "type12": { $0.type12.b.a == 2 },
        "type18": { $0.type18 == Milk.self }, "type19": { $0.type19(1)(2) == 3 },
        "type23": { Kettle()[keyPath: $0.type23] == 1 }, "type24": { Kettle()[keyPath: $0.type24] == nil },
        "type30": { Array($0.type30) == [1] }, "type31": { $0.type31 == nil },
    ]
}
