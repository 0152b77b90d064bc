import Foundation
import Testing
import Wormer

@Suite("Contributions can change while another thread or initializer looks them up")
struct ContributionRaceTests {
    @Test("Contributions can be added and removed while another thread looks them up")
    func contributions() {
        let injector = Injector(parent: nil)
        let finished = AtomicCounter()
        Thread.detachNewThread {
            for _ in 0..<20_000 {
                injector.contribute(to: Plugin.self, id: "now and then", .make { NamedPlugin(name: "there") })
                injector.unbind(Plugin.self, id: "now and then")
            }
            finished.increment()
        }
        while finished.isZero {
            let plugins = injector.plugins
            if plugins.count > 1 {
                Issue.record("\(plugins)")
            }
        }
        #expect(injector.plugins.isEmpty)
    }
}
