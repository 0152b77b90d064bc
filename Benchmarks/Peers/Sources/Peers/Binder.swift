/// Binds other services in one injector or container.
protocol Binder {
    func bind<Other: OtherService>(_ type: Other.Type)
}

extension Binder {
    /// Binds services whose types are not known when the program is compiled.
    func bindOthers(_ count: Int) {
        for type in otherServices(count) { bind(type) }
    }

    /// Binds a hundred services with code of their own, as a program does.
    @inline(__always)
    func bindHundred() {
        bindTen(D0.self)
        bindTen(D1.self)
        bindTen(D2.self)
        bindTen(D3.self)
        bindTen(D4.self)
        bindTen(D5.self)
        bindTen(D6.self)
        bindTen(D7.self)
        bindTen(D8.self)
        bindTen(D9.self)
    }

    @inline(__always)
    private func bindTen<D: Digit>(_: D.Type) {
        bind(Service<D0, D0, D0, D>.self)
        bind(Service<D0, D0, D1, D>.self)
        bind(Service<D0, D0, D2, D>.self)
        bind(Service<D0, D0, D3, D>.self)
        bind(Service<D0, D0, D4, D>.self)
        bind(Service<D0, D0, D5, D>.self)
        bind(Service<D0, D0, D6, D>.self)
        bind(Service<D0, D0, D7, D>.self)
        bind(Service<D0, D0, D8, D>.self)
        bind(Service<D0, D0, D9, D>.self)
    }
}
