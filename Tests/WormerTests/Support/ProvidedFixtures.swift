import Wormer

/// A value that differs between requests.
struct Ticket: Sendable { let number: Int }

protocol Visitor: Sendable { var name: String { get } }

final class Guest: Visitor {
    let name: String

    init(name: String) { self.name = name }

    /// A guest that only the returned value and `reference` refer to, the latter weakly.
    static func weakly(_ reference: inout Guest?) -> any Visitor {
        let guest = Guest(name: "Ada")
        reference = guest
        return guest
    }
}

final class Receipt: Sendable {
    let text: String

    init(ticket: Ticket, visitor: any Visitor) { text = "\(ticket.number) for \(visitor.name)" }
}

extension Injector {
    /// A new injector that declares a ticket and a visitor as values of the scope `request`, and binds a receipt to it.
    static func withProvidedValues(fileID: StaticString = #fileID, line: UInt = #line) -> Injector {
        let injector = Injector(parent: nil)
        injector.bind(Ticket.self, lifetime: .scope(.request), to: .provided, fileID: fileID, line: line)
        injector.bind(Visitor.self, lifetime: .scope(.request), to: .provided, fileID: fileID, line: line)
        injector.bind(
            Receipt.self,
            lifetime: .scope(.request),
            to: .using(Receipt.init(ticket:visitor:), fileID: fileID, line: line),
            fileID: fileID,
            line: line
        )
        return injector
    }
}
