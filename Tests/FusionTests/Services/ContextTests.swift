import Fusion
import Testing

@Suite("A container knows the context of the program")
struct ContextTests {
    @Test("A test runs in the test context, which on Linux is neither a preview nor a simulator")
    func here() {
        let container = Container()
        #expect(container.isTest && Container.isTest)
        #expect(container.isDevice == !container.isSimulator && Container.isDevice == !Container.isSimulator)
        #expect(container.isDebug == !isRelease && Container.isDebug == !isRelease)
        #if os(Linux)
            #expect(!container.isPreview && !container.isSimulator)
            #expect(!Container.isPreview && !Container.isSimulator)
        #endif
    }
}
