// error: 'isolatedBindings(ignoring:allowingLive:_:)' is unavailable: Write '{ _ in ... }', or '{ injector in ... }' with the test's injector.
import Testing
import Wormer
import WormerTesting

protocol API {}
struct LiveAPI: API {}

func run(_ trait: some TestTrait & SuiteTrait) {}

run(.isolatedBindings { Injector.default.bind(API.self, to: .make { LiveAPI() }) })
run(.isolatedBindings(ignoring: [.unusedBinding]) { () in Injector.default.reset() })
run(.isolatedBindings {})
