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
    @Service var type08: Kettle = .init()
    @Service var type09: [String: (Int) -> Bool] = ["x": { $0 > 1 }]
    @Service var type10: Array<Int>=[1]
    @Service var type11: Pair<Pair<Int, Int>, [Pair<Int, Int>]> = Pair(a: Pair(a: 1, b: 2), b: [])
    @Service var type12: Pair<Int, Pair<Int, Int>> = .init(a: 1, b: .init(a: 2, b: 3))
    @Service var type13 = Pair<Int, String>(a: 1, b: "b")
    @Service var type14: Array = [1, 2]
    @Service var type15: [_] = [1, 2]
    @Service var type16: Swift.Int = 1
    @Service var type17: Tea.Type = Tea.self
    @Service var type18: any Drink.Type = Milk.self
    @Service var type19: ((Int) -> (Int) -> Int) = { a in { b in a + b } }
    @Service var type20: (Int, (Int, Int)) = (1, (2, 3))
    @Service var type21: Int?? = .some(nil)
    @Service var type22: [Int?]? = [nil, 1]
    @Service var type23: KeyPath<Kettle, Int> = \.litres
    @Service var type24 = \Kettle.next?.litres
    @Service var type25: Result<Int, Spill> = .failure(Spill())
    @Service var type26: AnyHashable = 1
    @Service var type27: Container.Scope? = nil
    @Service var type28: ClosedRange<Int> = 1...3
    @Service var type29: (Int) -> Int = { $0 }
    @Service var type30: any Sequence<Int> = [1]
    @Service var type31: Dictionary<String, Array<Pair<Int, (Int) -> Int>>>.Element? = nil
    @Service var type32: Optional<Array<Int>>=nil
}

extension Sample {
    static let types: [Sample] = [
        Sample("type01") { $0.type01.name == "tea" },
        Sample("type02") { $0.type02.name == "tea" },
        Sample("type03") { $0.type03 == nil },
        Sample("type04") { $0.type04.name == "milk" },
        Sample("type05") { $0.type05.litres == 1 },
        Sample("type06") { $0.type06 == nil },
        Sample("type07") { $0.type07?.litres == 2 },
        Sample("type08") { $0.type08.litres == 1 },
        Sample("type09") { $0.type09["x"]?(2) == true },
        Sample("type10") { $0.type10 == [1] },
        Sample("type11") { $0.type11.a.b == 2 },
        Sample("type12") { $0.type12.b.a == 2 },
        Sample("type13") { $0.type13.b == "b" },
        Sample("type14") { $0.type14 == [1, 2] },
        Sample("type15") { $0.type15 == [1, 2] },
        Sample("type16") { $0.type16 == 1 },
        Sample("type17") { $0.type17.init().name == "tea" },
        Sample("type18") { $0.type18 == Milk.self },
        Sample("type19") { $0.type19(1)(2) == 3 },
        Sample("type20") { $0.type20.1.1 == 3 },
        Sample("type21") { $0.type21 != nil },
        Sample("type22") { $0.type22?.count == 2 },
        Sample("type23") { Kettle()[keyPath: $0.type23] == 1 },
        Sample("type24") { Kettle()[keyPath: $0.type24] == nil },
        Sample("type25") { (try? $0.type25.get()) == nil },
        Sample("type26") { $0.type26 == AnyHashable(1) },
        Sample("type27") { $0.type27 == nil },
        Sample("type28") { $0.type28.count == 3 },
        Sample("type29") { $0.type29(8) == 8 },
        Sample("type30") { Array($0.type30) == [1] },
        Sample("type31") { $0.type31 == nil },
        Sample("type32") { $0.type32 == nil },
    ]
}
