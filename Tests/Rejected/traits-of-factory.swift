// error: 'container' has been renamed to 'isolatedBindings'
// error: 'container' is unavailable: Write '.isolatedBindings { _ in Container.api = Mock() }'.
import Testing
import Wormer
import WormerTesting

protocol API {}
struct LiveAPI: API {}

func run(_ trait: some TestTrait & SuiteTrait) {}

run(.container)
run(.container { $0.bind(API.self, to: .make { LiveAPI() }) })
