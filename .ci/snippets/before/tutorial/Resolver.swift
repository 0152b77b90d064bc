class Resolver {
    static let shared = Resolver()
    private var storage = [String: Injectable]()

    private init() {}

    func add<T: Injectable>(_ injectable: T) {
        storage[String(reflecting: injectable)] = injectable
    }

    func resolve<T: Injectable>() -> T {
        let key = String(reflecting: T.self)
        guard let injectable = storage[key] as? T else {
            fatalError("\(key) has not been added as an injectable object.")
        }
        return injectable
    }
}
