import Foundation
import Testing
import Wormer

@Suite("Contributions can change while another thread or initializer looks them up")
struct ContributionRaceTests {
    @Test("Contributions added after a reset remain in their order while other threads contribute")
    func numbers() {
        // Defect: a reset restarted the numbers of contributions. A contribution numbered before the reset could then
        // replace the new contribution with the same number, or be replaced by it. This test rarely meets the race;
        // `.ci/stress` does.
        let injector = Injector(parent: nil)
        let isDone = Shared(false)
        // Bounded for each reset, because a reset takes longer the more there is to remove.
        let others = Shared(0)
        onThreads(4) { thread in
            if thread > 0 {
                while !isDone.value {
                    if others.increment() < 50 {
                        injector.contribute(to: Plugin.self, .make { NamedPlugin(name: "another") })
                    } else {
                        usleep(1)
                    }
                }
            } else {
                for _ in 0..<2_000 {
                    others.change { $0 = 0 }
                    injector.reset()
                    injector.contribute(to: Plugin.self, .make { NamedPlugin(name: "first") })
                    injector.contribute(to: Plugin.self, .make { NamedPlugin(name: "second") })
                    let names = injector.plugins.filter { $0 != "another" }
                    guard names == ["first", "second"] else {
                        Issue.record("\(names)")
                        break
                    }
                }
                isDone.change { $0 = true }
            }
        }
    }

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
