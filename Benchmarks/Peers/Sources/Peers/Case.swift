import Fixtures

/// One operation, as each library has it, and what makes two of its answers right.
@MainActor
struct Case {
    let title: String
    /// The operation of a library, or nil if it has none.
    let side: @MainActor (Peer) throws -> Side?

    /// Creates a case whose operation returns an answer.
    ///
    /// - Parameters:
    ///   - title: The title of the row.
    ///   - answer: The operation of a library.
    ///   - isRight: Whether two answers of a library are right.
    init<Answer>(
        _ title: String,
        _ answer: KeyPath<Peer, (() -> Answer)?>,
        isRight: @escaping @MainActor (_ peer: Peer, _ first: Answer, _ second: Answer) -> Bool
    ) {
        self.title = title
        side = { peer in
            guard let answer = peer[keyPath: answer] else { return nil }
            guard isRight(peer, answer(), answer()) else {
                throw Failure(description: "\(peer.name), \(title): a wrong answer")
            }
            return .thread { for _ in 0..<$0 { use(answer()) } }
        }
    }
}

/// Uses a value in a way that the compiler cannot remove.
@inline(never)
private func use<Value>(_ value: Value) {}

extension Case {
    static let all = [
        Case("singleton by type", \.singletonByType, isRight: areSame),
        Case("singleton as property", \.singletonAsProperty, isRight: areSame),
        Case("singleton with an identifier", \.identifier, isRight: areSame),
        Case("transient by type", \.transientByType, isRight: areNew),
        Case("transient as property", \.transientAsProperty, isRight: areNew),
        Case("graph of ten transients by type", \.graphByType, isRight: areNewTrees),
        Case("graph of ten transients as properties", \.graphAsProperties, isRight: areNewTrees),
        Case("object whose two parts share a third, by type", \.diamondByType, isRight: areNewDiamonds),
        Case("object whose two parts share a third, as properties", \.diamondAsProperties, isRight: areNewDiamonds),
        Case("child container with one binding and one lookup", \.child, isRight: areNew),
        Case("override with one assignment and one read", \.override) { peer, first, second in
            let outside = (peer.singletonAsProperty ?? peer.singletonByType)?()
            return isSame(first, Peer.mock) && isSame(second, Peer.mock) && !isSame(outside, Peer.mock)
        },
        Case("rebinding", \.rebindingOfMessage) { peer, _, _ in
            let other = ShortMessage()
            let first = peer.rebound?()
            peer.rebinding?(other)
            return isSame(first, message) && isSame(peer.rebound?(), other)
        },
        Case("startup: an injector, 100 bindings, first lookup", \.startupByType, isRight: areNew),
        Case("startup: a container with properties, first lookup", \.startupAsProperty, isRight: areNew),
    ]
}

private let message = ShortMessage()

extension Peer {
    fileprivate var rebindingOfMessage: (() -> Void)? {
        rebinding.map { rebind in { rebind(message) } }
    }
}

private func isSame(_ first: Any?, _ second: Any?) -> Bool {
    first != nil && first as AnyObject === second as AnyObject
}

@MainActor
private func areSame(_ peer: Peer, _ first: any Clock, _ second: any Clock) -> Bool {
    first.seconds == 1 && isSame(first, second)
}

@MainActor
private func areNew(_ peer: Peer, _ first: any Message, _ second: any Message) -> Bool {
    first.number == 1 && !isSame(first, second)
}

@MainActor
private func areNewTrees(_ peer: Peer, _ first: any Application, _ second: any Application) -> Bool {
    Set((objects(of: first) + objects(of: second)).map { ObjectIdentifier($0) }).count == 20
}

private func objects(of application: any Application) -> [AnyObject] {
    guard let application = application as? LiveApplication,
        let storage = application.storage as? LiveStorage,
        let session = application.session as? LiveSession,
        let format = application.format as? LiveFormat
    else { return [] }
    return [
        application, storage, session, format, storage.disk as AnyObject, storage.cache as AnyObject,
        session.network as AnyObject, session.keychain as AnyObject, format.locale as AnyObject,
        format.random as AnyObject,
    ]
}

@MainActor
private func areNewDiamonds(_ peer: Peer, _ first: any Shop, _ second: any Shop) -> Bool {
    func connections(_ shop: any Shop) -> [Any?] {
        let shop = shop as? LiveShop
        return [(shop?.orders as? LiveOrders)?.connection, (shop?.customers as? LiveCustomers)?.connection]
    }
    let (first, second) = (connections(first), connections(second))
    return isSame(first[0], first[1]) && isSame(second[0], second[1]) && !isSame(first[0], second[0])
}
