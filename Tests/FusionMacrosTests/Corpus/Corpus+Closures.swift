// swift-format-ignore-file
// The properties are written unusually on purpose.

import Fusion

// Closures, branches, functions.

extension Container {
    @Service var closure01 = { 1 }()
    @Service var closure03: Int = {
        let a = 1
        // } not the end
        return a + 1
    }()
    @Service var closure04 = { () -> Drink in
        if isDebug { return Tea() }
        return Tea()
    }()
    @Service var closure05: () -> Int = { 3 }
    @Service var closure07: (Int) -> Int = { $0 * 2 }
    @Service var closure08: (Int, Int) -> Bool = (<)
    @Service var closure09: () -> () -> Int = { { 4 } }
    @Service var closure10 = [1, 2, 3].map { $0 * 2 }
    @Service var closure11 = [3, 1, 2].filter { $0 > 1 }.sorted { $0 < $1 }
    @Service var closure12 = twice { 2 } also: { 1 }
    @Service var closure14 = Kettle { 5 }
    @Service var closure15 = if Size.small == .small { 1 } else { 2 }
    @Service var closure16: Drink = if Size.small == .large { Milk() } else { Tea() }
    @Service var closure18 = switch Size.large {
    case .small: 1
    case .large: 2
    }
    @Service var closure19: Drink = switch "abc".count {
    case 0..<3: Tea()
    case let x where x > 5: Tea(name: "\(x)")
    default: Milk()
    }
    @Service var closure20: String = {
        var text = ""
        for index in 0..<3 where index != 1 { text += "\(index)" }
        while text.count < 3 { text += "}" }
        return text
    }()
    @Service var closure21: Int = {
        struct Local { var value = 9 }
        func local() -> Int { Local().value }
        defer { _ = local() }
        return local()
    }()
    @Service var closure22: Int = {
        do { return try pour("ab").count } catch { return 0 }
    }()
    @Service var closure23 = try! pour("a")
    @Service var closure25 = (try? pour("")) ?? "none"
    @Service var closure26: (Int) throws(Spill) -> Int = spill
    @Service var closure27: @Sendable () -> Void = {}
    @Service var closure28: @MainActor () -> Int = { @MainActor in 3 }
    @Service var closure29 = Kettle.init(litres:next:)
    @Service var closure32: (() -> Int)? = nil
    @Service var closure34: Int = {
        #if os(Linux)
        1
        #else
        1
        #endif
    }()
    @Service var closure35: (Int) throws(Spill) -> Int = { (amount: Int) throws(Spill) -> Int in
        guard amount > 0 else { throw Spill() }
        return amount
    }
    @Service var closure36 = { (amount: Int) throws(Spill) -> Int in try spill(amount) }
    @Service var closure37: (() async throws(Spill) -> Int)? = { () async throws(Spill) in try spill(0) }
    @Service var closure38: (Int) -> Int = ({ [closure01] n in n + closure01 })
    @Service var closure39: (Int) -> Int = { func add(_ n: Int) -> Int { n + closure01 }; return add }()
    @Service var closure41: () -> Int = ({ [self = itself] in self.closure01 })
    private var itself: Container { self }
    private static func adder(_ number: Int) -> (Int) -> Int { { n in n + number } }
}

extension Corpus {
    static let closures: Samples = [
        "closure01": { $0.closure01 == 1 }, "closure03": { $0.closure03 == 2 },
        "closure04": { $0.closure04.name == "tea" }, "closure05": { $0.closure05() == 3 },
        "closure07": { $0.closure07(2) == 4 }, "closure08": { $0.closure08(1, 2) },
        "closure09": { $0.closure09()() == 4 }, "closure10": { $0.closure10 == [2, 4, 6] },
        "closure11": { $0.closure11 == [2, 3] }, "closure12": { $0.closure12 == 5 },
        "closure14": { $0.closure14.litres == 5 }, "closure15": { $0.closure15 == 1 },
        "closure16": { $0.closure16.name == "tea" }, "closure18": { $0.closure18 == 2 },
        "closure19": { $0.closure19.name == "milk" }, "closure20": { $0.closure20 == "02}" },
        "closure21": { $0.closure21 == 9 }, "closure22": { $0.closure22 == 2 }, "closure23": { $0.closure23 == "a" },
        "closure25": { $0.closure25 == "none" }, "closure26": { (try? $0.closure26(0)) == nil },
        "closure27": { $0.closure27() == () }, "closure28": { $0.closure28() == 3 },
        "closure29": { $0.closure29(2, nil).litres == 2 }, "closure32": { $0.closure32 == nil },
        "closure34": { $0.closure34 == 1 },
        // Defect: a function with typed throws as the result of a closure crashed the compiler.
        "closure35": { (try? $0.closure35(0)) == nil && (try? $0.closure35(2)) == 2 },
        "closure36": { (try? $0.closure36(0)) == nil && (try? $0.closure36(2)) == 2 },
        "closure37": { $0.closure37 != nil }, "closure38": { $0.closure38(1) == 2 },
        "closure39": { $0.closure39(1) == 2 }, "closure41": { $0.closure41() == 1 },
    ]
}
