// error: 'bind(_:name:lifetime:to:)' has been renamed to 'bind(_:id:lifetime:to:)'
// error: 'isBound(_:name:)' has been renamed to 'isBound(_:id:)'
// error: 'safeInstance(for:name:)' has been renamed to 'safeInstance(for:id:)'
// error: 'throwingInstance(for:name:)' has been renamed to 'throwingInstance(for:id:)'
// error: 'unbind(_:name:)' has been renamed to 'unbind(_:id:)'
// error: extra argument 'name' in call
import Wormer

protocol API {}
struct LiveAPI: API {}

let injector = Injector.default
injector.bind(API.self, name: "a", to: .make { LiveAPI() })
injector.bind(API.self, name: "b", lifetime: .singleton, to: .make { LiveAPI() })
if injector.isBound(API.self, name: "a") {
    injector.unbind(API.self, name: "a")
}

func request() async {
    let first: any API = injector.instance(name: "a")
    let second = injector.instance(for: API.self, name: "a")
    let third: (any API)? = injector.safeInstance(name: "a")
    do {
        let fourth: any API = try injector.throwingInstance(name: "a")
    } catch {
        print(error.reason)
    }
    let fifth = try? await injector.asyncInstance(for: API.self, name: "a")
}
