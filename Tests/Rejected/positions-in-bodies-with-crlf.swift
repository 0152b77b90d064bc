// 13:22: error: cannot convert value of type 'String' to specified type 'Int'
// 15:21: error: cannot find 'undeclared' in scope
// 17:45: error: cannot find 'nothing' in scope
// swift-format-ignore-file

import Fusion

final class Item: Sendable { init(_ number: Int) {} }

extension Container {
    @Provides(.singleton)
    func lines() -> Item {
        let x: Int = "text"

        return Item(undeclared + x)
    }
    @Provides func oneLine() -> Item { Item(nothing) }
    @Provides func noReturn() -> Item {
        print("no return")
        print("no return")
    }
}
