import Fusion

protocol Ledger: Sendable {}
struct PaperLedger: Ledger {}
struct Invoice: Sendable { let ledger: any Ledger }
struct Stamp: Sendable {}
struct Till: Sendable { let stamp: Stamp? }
struct Register<Item>: Sendable {}
typealias Book = Ledger

// Services whose initializers look up types.
extension Container {
    // Each of them needs a ledger.
    @Service private var asserted = Invoice(ledger: resolveAssert((any Ledger).self))
    @Service private var forced = Invoice(ledger: Container.main.resolve(Ledger.self)!)
    @Service private var thrown = Invoice(ledger: try! Container.resolveThrowing(Book.self))
    @Service private var plain = Invoice(ledger: Container.main.injector.instance(for: (any Ledger).self))
    @Service private var whole: any Ledger = Injector.default.instance()
    @Service private var cast = Invoice(ledger: Injector.default.instance() as any Ledger)
    @Service private var called: Invoice = {
        let ledger: any Ledger = Container.main.injector.instance()
        return Invoice(ledger: ledger)
    }()
    @Service private var identified = Invoice(ledger: resolveAssert(Ledger.self, id: "eu"))

    // These may do without.
    @Service private var optional: (any Ledger)? = resolve(Ledger.self)
    @Service private var safe: (any Ledger)? = Container.main.injector.safeInstance()
    @Service private var attempted: (any Ledger)? = try? Container.main.resolveThrowing(Ledger.self)
    @Service private var replaced: any Ledger = Container.main.resolve(Ledger.self) ?? PaperLedger()
    @Service private var all: [any Ledger] = Container.main.injector.instances(for: (any Ledger).self)
    @Service private var wrapped: Stamp? = Container.main.injector.instance(for: Stamp?.self)

    // These need it in some cases.
    @Service private var branched: Invoice? = Container.isTest ? nil : Invoice(ledger: resolveAssert(Ledger.self))
    @Service private var later: @Sendable () -> Invoice = ({ Invoice(ledger: Container.resolveAssert(Ledger.self)) })

    // The initializer has a type of its own.
    @Service private var own: Int = {
        struct Ledger {}
        return Container.resolve(Ledger.self) == nil ? 1 : 2
    }()
    @Service private var generic = Container.resolve(Register<Stamp>.self)
}
