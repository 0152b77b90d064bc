import Fusion

struct Parcel: Sendable {}
final class Porter: Sendable {}
struct Delivery: Sendable { init(_ parts: any Sendable...) {} }

// Functions whose bodies await lookups.
extension Container {
    // Each of them needs a parcel.
    @Provides private func typed(id: Int) async throws -> Delivery {
        Delivery(try await injector.asyncInstance(for: Parcel.self))
    }
    @Provides private func inferred(id: Int) async throws -> Delivery {
        let parcel: Parcel = try await injector.asyncInstance()
        return Delivery(parcel)
    }
    @Provides private func concurrent(id: Int) async throws -> Delivery {
        async let parcel = self.injector.asyncInstance(for: Parcel.self)
        return Delivery(try await parcel)
    }
    @Provides private func returned(id: Int) async throws -> Parcel {
        let injector = Injector.default
        return try await injector.asyncInstance()
    }
    @Provides private func afterAnAttempt(id: Int) async throws -> Delivery {
        let parcel = try? await injector.asyncInstance(for: Parcel.self)
        return Delivery(parcel, try await injector.asyncInstance(for: Parcel.self))
    }

    // These may do without.
    @Provides private func attempted(id: Int) async -> Delivery {
        Delivery(try? await injector.asyncInstance(for: Parcel.self))
    }
    @Provides private func several(id: Int) async throws -> Delivery {
        Delivery(try await injector.asyncInstances(for: Parcel.self))
    }

    // These would keep a porter.
    @Provides(.singleton) private func captor(id: Int) async throws -> Delivery {
        Delivery(try await injector.asyncInstance(for: Porter.self))
    }
    @Provides(.singleton) private func collector(id: Int) async throws -> Delivery {
        let porters: [Porter] = try await injector.asyncInstances()
        return Delivery(porters)
    }

    // Its closure is called later, because nothing awaits it.
    @Provides private func later(id: Int) -> Delivery {
        perform { _ = try await Container.main.injector.asyncInstance(for: Porter.self) }
    }
}

private func perform(_ work: @escaping @Sendable () async throws -> Void) -> Delivery { Delivery(work) }
