import Fusion
import Testing

@Suite("A container knows the context of the program")
struct ContextTests {
    @Test("A test runs in the test context, which on Linux is neither a preview nor a simulator")
    func here() {
        let container = Container()
        #expect(container.isTest)
        #expect(Container.isTest)
        #expect(container.arguments == CommandLine.arguments)
        #expect(Container.arguments == CommandLine.arguments)
        #expect(container.isPreview == Container.isPreview)
        #expect(container.isXcode == Container.isXcode)
        #expect(container.isDevice == !container.isSimulator)
        #expect(Container.isDevice == !Container.isSimulator)
        #expect(container.isDebug == Container.isDebug)
        #if os(Linux)
            #expect(!container.isPreview)
            #expect(!container.isSimulator)
            #expect(!container.isXcode)
        #endif
        #expect(container.isDebug == !isRelease)
    }
}
