import Fusion

// Services whose initializers end the process if no pump exists.
extension Container {
    @Service private var pooledPump: Pump = Container.main.injector.instance(for: Pump.self)
    @Service private var pumpUser: Int = pooledPump.name.count
    @Service private var unknownPump: Pump = Self.makePump()

    private static func makePump() -> Pump { fatalError("made") }
}
