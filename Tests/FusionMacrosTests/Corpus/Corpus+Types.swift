// swift-format-ignore-file
// The properties are written unusually on purpose.

import Fusion

// Annotations of every shape.

extension Container {
    @Service var type01: any Drink = Tea()
    @Service var type02: any Drink & Hot = Tea()
    @Service var type03: (any Drink)? = nil
    @Service var type04: some Drink = Milk()
    @Service var type05: Kettle! = Kettle()
    @Service var type06: Kettle! = nil
    @Service var type07: Kettle? = .init(litres: 2)
    @Service var type09: [String: (Int) -> Bool] = ["x": { $0 > 1 }]
    @Service var type11: Pair<Pair<Int, Int>, [Pair<Int, Int>]> = Pair(a: Pair(a: 1, b: 2), b: [])
    @Service var type12: Pair<Int, Pair<Int, Int>> = .init(a: 1, b: .init(a: 2, b: 3))
    @Service var type15: [_] = [1, 2]
    @Service var type17: Tea.Type = Tea.self
    @Service var type18: any Drink.Type = Milk.self
    @Service var type19: ((Int) -> (Int) -> Int) = { a in { b in a + b } }
    @Service var type21: Int?? = .some(nil)
    @Service var type22: [Int?]? = [nil, 1]
    @Service var type23: KeyPath<Kettle, Int> = \.litres
    @Service var type24 = \Kettle.next?.litres
    @Service var type25: Result<Int, Spill> = .failure(Spill())
    @Service var type27: Container.Scope? = nil
    @Service var type30: any Sequence<Int> = [1]
    @Service var type31: Dictionary<String, Array<Pair<Int, (Int) -> Int>>>.Element? = nil
    @Service var type32: Optional<Array<Int>>=nil
}

extension Corpus {
    static let types: Samples = [
        "type01": { $0.type01.name == "tea" }, "type02": { $0.type02.name == "tea" }, "type03": { $0.type03 == nil },
        "type04": { $0.type04.name == "milk" }, "type05": { $0.type05.litres == 1 }, "type06": { $0.type06 == nil },
        "type07": { $0.type07?.litres == 2 }, "type09": { $0.type09["x"]?(2) == true },
        "type11": { $0.type11.a.b == 2 }, "type12": { $0.type12.b.a == 2 }, "type15": { $0.type15 == [1, 2] },
        "type17": { $0.type17.init().name == "tea" }, "type18": { $0.type18 == Milk.self },
        "type19": { $0.type19(1)(2) == 3 }, "type21": { $0.type21 != nil }, "type22": { $0.type22?.count == 2 },
        "type23": { Kettle()[keyPath: $0.type23] == 1 }, "type24": { Kettle()[keyPath: $0.type24] == nil },
        "type25": { (try? $0.type25.get()) == nil }, "type27": { $0.type27 == nil },
        "type30": { Array($0.type30) == [1] }, "type31": { $0.type31 == nil }, "type32": { $0.type32 == nil },
    ]
}
