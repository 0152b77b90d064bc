// The lower module of a program with injected properties of each kind.

package import Fusion

package protocol Mailer: Sendable {}
package protocol Printer: Sendable {}
package protocol Archive: Sendable {}

package struct PaperMailer: Mailer {
    package init() {}
}

package struct Fleet: Sendable {
    package var size = UInt8(3)
    package let drive: @Sendable (UInt8) -> String = { "\($0)" }
    package init() {}
}

extension Container {
    @Service package var fleet = Fleet()
    package var speed: Double { 1.5 }
}

// These properties read no bindings.

package struct Dashboard {
    @Inject(\.speed) package var speed
    @Inject(\.fleet.size) package var size
    @LazyInject(\.fleet.drive) package var drive
    @LazyInject(\.fleet.size.description) package var label
    @Inject({ _ in Int16(7) }) package var limit
    @Inject package var chosen: UInt16
    package init() {
        let path: KeyPath<Container, UInt16> = \.fleet.size.magnitude.wide
        _chosen = Inject(path)
    }
}

extension UInt8 {
    fileprivate var wide: UInt16 { UInt16(self) }
}

package struct Office {
    @Inject package var mailer: Mailer
    @Inject(\.fleet) package var fleet
    package init() {}
}

private final class Vault {
    @Inject var archive: Archive
    let number = 1
}

package enum Floor {
    package struct Room {
        @Inject package var printer: Printer
        @Inject("color") package var colorPrinter: Printer
        @Inject package var spare: Printer?
        @Inject package var all: [Printer]
        @Inject package var format: @Sendable (Int) -> String
        package init() {}
    }
}

package final class Shelf<Item> {
    @Inject package var item: Item
    @Inject package var mailer: Mailer
    package init() {}
}

package struct Locker: ~Copyable {
    @Inject package var mailer: Mailer
    package let number = 1
}

private struct Safe<Item: ~Copyable>: ~Copyable {
    @Inject var mailer: Mailer
}

/// Uses the types that nothing else uses, so that a release build has them.
package func openOffices() -> [Any] {
    struct Desk {
        @LazyInject var mailer: Mailer
    }
    let locker = Locker()
    print(locker.number)
    return [Office(), Vault(), Floor.Room(), Shelf<Fleet>(), Desk(), Dashboard(), Safe<Locker>.self]
}
