// error: value of type 'any HTTPClient' has no member 'close'
import Wormer

protocol HTTPClient: Sendable {}
actor LiveClient: HTTPClient {
    static func connect() async -> LiveClient { LiveClient() }
    func close() {}
}

func bindShop(in injector: Injector) {
    injector.bind(HTTPClient.self, lifetime: .singleton, to: .async(LiveClient.connect).onEnd { await $0.close() })
}
