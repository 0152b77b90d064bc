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
    @Service var closure05: () -> Int = { 3 }
    @Service var closure07: (Int) -> Int = { $0 * 2 }
    @Service var closure15 = if Size.small == .small { 1 } else { 2 }
    @Service var closure16: Drink = if Size.small == .large { Milk() } else { Tea() }
    @Service var closure19: Drink = switch "abc".count {
    case 0..<3: Tea()
    case let x where x > 5: Tea(name: "\(x)")
    default: Milk()
    }
    @Service var closure21: Int = {
        struct Local { var value = 9 }
        func local() -> Int { Local().value }
        defer { _ = local() }
        return local()
    }()
    @Service var closure27: @Sendable () -> Void = {}
    @Service var closure28: @MainActor () -> Int = { @MainActor in 3 }
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
    @Service var closure38: (Int) -> Int = ({ [closure01] n in n + closure01 })
    @Service var closure39: (Int) -> Int = { func add(_ n: Int) -> Int { n + closure01 }; return add }()
    @Service var closure41: () -> Int = ({ [self = itself] in self.closure01 })
    private var itself: Container { self }
}

extension Corpus {
    static let closures: Samples = [
        "closure01": { $0.closure01 == 1 }, "closure03": { $0.closure03 == 2 }, "closure05": { $0.closure05() == 3 },
        "closure07": { $0.closure07(2) == 4 }, "closure15": { $0.closure15 == 1 },
        "closure16": { $0.closure16.name == "tea" }, "closure19": { $0.closure19.name == "milk" },
        "closure21": { $0.closure21 == 9 }, "closure27": { $0.closure27() == () }, "closure28": { $0.closure28() == 3 },
        "closure34": { $0.closure34 == 1 },
        "closure35": { (try? $0.closure35(0)) == nil && (try? $0.closure35(2)) == 2 },
        "closure38": { $0.closure38(1) == 2 }, "closure39": { $0.closure39(1) == 2 },
        "closure41": { $0.closure41() == 1 },
    ]
}
