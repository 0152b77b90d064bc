@propertyWrapper
struct Inject<T: Injectable> {
    let wrappedValue: T

    init() {
        wrappedValue = Resolver.shared.resolve()
    }
}
