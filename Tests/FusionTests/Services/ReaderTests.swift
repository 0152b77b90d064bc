import Fusion
import Testing
import Wormer
import WormerGraph
import WormerTesting

private struct Post: Sendable { let name: String }

private struct Courier: Sendable { let name: String }

/// Reads a service while another one is created.
private struct Depot: Sendable {
    @Inject(\.courier, fileID: elsewhere, line: 20) var courier
    let name: String

    init() { name = _courier.wrappedValue.name }
}

private struct Van: Sendable { let name: String }

extension Container {
    @Service fileprivate var post = Post(name: courier.name)
    @Service fileprivate var courier = Courier(name: "live")
    @Service fileprivate var depot = Depot()
    @Service(.singleton) fileprivate var sharedDepot = Depot()
    @Service fileprivate var van: Van
    @Service fileprivate var garage = Post(name: van.name)
    @Service(.singleton) fileprivate var wheel: Van = Van(name: axle.name)
    @Service(.singleton) fileprivate var axle: Van = Van(name: wheel.name)
    fileprivate var name: String { courier.name }
}

private let elsewhere: StaticString = "FusionTests/Elsewhere.swift"

private struct Reader {
    @Inject(\.courier, fileID: elsewhere, line: 1) var courier
    @LazyInject(\.courier, fileID: elsewhere, line: 2) var kept
    @Inject(\.post, fileID: elsewhere, line: 3) var post
    @Inject(\.depot, fileID: elsewhere, line: 4) var depot
    @Inject(\.sharedDepot, fileID: elsewhere, line: 5) var sharedDepot
    @Inject(\.name, fileID: elsewhere, line: 6) var name
    @Inject(\.courier.name, fileID: elsewhere, line: 7) var part
    @Inject(\.van, fileID: elsewhere, line: 8) var van
    @Inject(\.wheel, fileID: elsewhere, line: 9) var wheel
    @Inject(\.garage, fileID: elsewhere, line: 10) var garage
}

/// Returns the issues of a read of the unimplemented service `courier`, without what they advise.
private func issues(of read: (Reader) -> Void) -> [String] {
    let recorded = Shared<[String]>([])
    Container.mock {
        $0.unimplemented(\.courier, placeholder: Courier(name: "mock"), fileID: elsewhere, line: 50)
    } then: {
        RunningTest.$expectation.withValue(
            RunningTest.Expectation { text, location, _, _ in
                let message = String("\(location): \(text)".split(separator: "\n  assigned at")[0])
                recorded.change { $0.append(message.replacing(/(ReaderTests.swift):\d+/) { "\($0.1):LINE" }) }
                return true
            },
            operation: { read(Reader()) }
        )
    }
    return recorded.value
}

private let sentence = "courier: Courier was looked up, but is unimplemented."
private let declared = "declared at \(place)"
private let place = "FusionTests/ReaderTests.swift:LINE"

private func issue(at line: Int) -> String {
    """
    FusionTests/Elsewhere.swift:\(line): \(sentence)
      injected at   FusionTests/Elsewhere.swift:\(line)
      declared at   \(place)
    """
}

@Suite("A message about a service names the line that read it")
struct ReaderTests {
    @Test("The issue of a service that a property injects is at the line of the property")
    func injected() {
        #expect(issues { _ = $0.courier } == [issue(at: 1)])
        #expect(issues { _ = $0.kept } == [issue(at: 2)])
        #expect(issues { _ = $0.name } == [issue(at: 6)])
        #expect(issues { _ = $0.part } == [issue(at: 7)])
    }

    @Test("The path of an issue names the line that read the outermost service")
    func path() {
        let steps = [
            "post: Post, looked up at FusionTests/Elsewhere.swift:3, \(declared)", "courier: Courier, \(declared)",
        ]
        let expected = "\(place): \(sentence)\n  path          \(steps.joined(separator: "\n                "))"
        #expect(issues { _ = $0.post } == [expected])
    }

    @Test("A property that is read while a service is created adds its own line")
    func nested() {
        func expected(_ outer: String) -> String {
            let steps = [outer, "courier: Courier, looked up at FusionTests/Elsewhere.swift:20, \(declared)"]
            return "FusionTests/Elsewhere.swift:20: \(sentence)\n  path          "
                + steps.joined(separator: "\n                ")
        }
        let depot = "depot: Depot, looked up at FusionTests/Elsewhere.swift:4, \(declared)"
        #expect(issues { _ = $0.depot } == [expected(depot)])
        let shared = "sharedDepot: Depot, looked up at FusionTests/Elsewhere.swift:5, \(declared)"
        #expect(issues { _ = $0.sharedDepot } == [expected(shared)])
        #expect(issues { _ in _ = Container.depot } == [expected("depot: Depot, \(declared)")])
    }

    @Test("A read after one with a known line does not have that line")
    func afterwards() {
        #expect(
            issues {
                _ = $0.courier
                _ = Container.courier
            } == [issue(at: 1), "\(place): \(sentence)\n  declared at   \(place)"]
        )
    }
}

#if os(macOS) || os(Linux)
    extension ReaderTests {
        @Test("The message that ends the process names the line, also for a cycle")
        func end() async {
            let cycle = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Reader().wheel
            }
            #expect(
                cycle?.fatalErrorText == """
                    FusionTests/ReaderTests.swift:LINE: Fatal error: Cannot inject wheel: Van: it depends on itself.
                      path          wheel: Van, looked up at FusionTests/Elsewhere.swift:LINE, \(declared)
                                    axle: Van, \(declared)
                                    wheel: Van, \(declared)
                      to do         Read one of them in a method, not in the other's initializer.
                    """
            )
        }

        @Test("The path names the line also if the fast path has created the outermost service")
        func fastPath() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                Container.van = Van(name: "assigned")
                _ = (Reader().garage, Reader().garage)
                Container.unassign(\.van)
                _ = Reader().garage
            }
            let path = """
                  path          garage: Post, looked up at FusionTests/Elsewhere.swift:LINE, \(declared)
                                van: Van, \(declared)
                """
            #expect(result?.fatalErrorText.contains(path) == true)
        }

        @Test("A service that a closure injects gets no advice that only lookups by type can follow")
        func verification() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let injector = Injector(parent: nil)
                injector.bind(Post.self, to: .make { Post(name: Reader().van.name) })
                _ = try await injector.verifyInstances()
            }
            #expect(result?.fatalErrorText.contains("Cannot inject van: Van: it has no initializer") == true)
            #expect(result?.fatalErrorText.contains("throwingInstance") == false)
        }
    }
#endif
