// 14:5: error: missing return in local function expected to return 'Item'
// 15:59: error: missing return in local function expected to return 'Item'
// 18:16: error: constant 'item' used before being initialized
// swift-format-ignore-file

import Fusion

final class Item: Sendable { init(_ number: Int) {} }

extension Container {
    @Provides func noReturn() -> Item {
        let x = 1
        print(x)
    }
    @Provides func oneLine() -> Item { print(1); print(2) }
    @Provides(.singleton) func uninitialized() async throws -> Item {
        let item: Item
        return item
    }
}
