// 15:5: error: missing return in closure expected to return 'Item'
// 16:59: error: missing return in closure expected to return 'Item'
// 19:16: error: constant 'item' used before being initialized
// 21:67: error: missing return in closure expected to return 'Item'
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
    @Provides func nothing() async throws -> Item { /* nothing */ }
}
