import Fusion
import Testing

@Suite("A container knows the context of the program")
struct ContextTests {
    @Test("A test runs in the test context, which on Linux is neither a preview nor a simulator")
    func here() {
        let container = Container()
        #expect(container.isTest)
        #expect(Container.isTest)
        #expect(container.isPreview == Container.isPreview)
        #expect(container.isDevice == !container.isSimulator)
        #expect(Container.isDevice == !Container.isSimulator)
        #expect(container.isDebug == Container.isDebug)
        #if os(Linux)
            #expect(!container.isPreview)
            #expect(!container.isSimulator)
        #endif
        #expect(container.isDebug == !isRelease)
    }
}
