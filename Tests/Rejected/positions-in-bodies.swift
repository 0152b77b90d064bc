// 29:9: error: 'add' is unavailable: To keep an instance for this argument, its type must be Hashable; without a lifetime, any type will do.
// 30:49: error: type 'NotSendable' does not conform to the 'Sendable' protocol
// 31:45: error: cannot find 'nothing' in scope
// 33:16: error: cannot convert value of type 'String' to specified type 'Int'
// 34:15: error: cannot find 'undeclared' in scope
// 36:101: error: cannot find '名前' in scope
// 41:51: error: cannot convert value of type 'Int' to closure result type 'Item'
// 42:48: error: call can throw but is not marked with 'try'
// 43:47: error: 'async' call in a function that does not support concurrency
// 44:55: error: thrown expression type 'any Error' cannot be converted to error type 'Never'
// 46:50: error: value of type 'Int' has no member 'count'
// 54:41: error: call to main actor-isolated instance method 'onMain()' in a synchronous nonisolated context
// 60:28: error: value of type 'Int' has no member 'missing'
// 90:21: error: cannot find 'absent' in scope
// swift-format-ignore-file

import Fusion

final class Item: Sendable { init(_ number: Int) {} }
struct NotHashable {}
final class NotSendable: Hashable {
    static func == (one: NotSendable, other: NotSendable) -> Bool { one === other }
    func hash(into hasher: inout Hasher) {}
}

extension Container {
    @Provides(.singleton)
    func arguments(first: Int,
        second: NotHashable) -> Item { Item(first) }
    @Provides(.singleton) func sendable(a: Int, b: NotSendable) async -> Item { Item(a) }
    @Provides func oneLine() -> Item { Item(nothing) }
	@Provides(.singleton)	func tabs() -> Item {
		let x: Int = "text"	; _ = x
		return	Item(undeclared)
	}
    @Provides /* Ünïcödé 日本語 */ func alphabets() -> Item { let 名 = 1; return Item(名 + 名前) }
    @Provides func noReturn() -> Item {
        let x = 1
        print(x)
    }
    @Provides func wrongResult() -> Item { return 7 }
    @Provides func unmarked() throws -> Item { failing() }
    @Provides func awaiting() -> Item { await sendable(a: 1, b: NotSendable()) }
    @Provides func throwing() -> Item { if true { try failing() } else { Item(1) } }
    @Provides func closures() -> Item {
        let numbers = [1].map { number in number.count }
        return Item(numbers[0])
    }
    @Provides func uninitialized() -> Item {
        let item: Item
        return item
    }
    @MainActor func onMain() -> Item { Item(1) }
    @Provides func isolated() -> Item { onMain() }
    func failing() throws -> Item { Item(1) }
    @Provides func elsewhere() -> Item {
#sourceLocation(file: "Elsewhere.swift", line: 90)
        let number = 1
#sourceLocation()
        return Item(number.missing)
    }
    @Provides func otherFile() async -> Item {
#sourceLocation(file: "Elsewhere.swift", line: 90)
        return Item(absent)
    }
}
