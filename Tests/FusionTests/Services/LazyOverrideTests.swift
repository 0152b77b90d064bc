import Fusion
import Testing
import Wormer
import WormerTesting

private final class File: @unchecked Sendable {
    // Unchecked because each test uses its files on one thread at a time.
    var isOpen = true
}

private final class Draft: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
}

/// A dependency that remembers the override in which it was created.
private final class Reader: Sendable { let draft = Inject(\.lazyDraft) }

extension Container {
    @Service(.singleton, onEnd: { (file: File) in file.isOpen = false }) fileprivate var lazyFile = File()
    /// A file that no test creates outside of overrides.
    @Service(.singleton, onEnd: { (file: File) in file.isOpen = false }) fileprivate var lazyLateFile = File()
    @Service fileprivate var lazyDraft = Draft("live")
    @Service fileprivate var lazyReader = Reader()
}

private final class Holder: @unchecked Sendable {
    // Unchecked like `File`.
    @LazyInject(\.lazyFile) var file
    @LazyInject(\.lazyLateFile) var lateFile
    @LazyInject(\.lazyDraft) var draft
    @LazyInject(\.lazyReader) var reader

    static let shared = Holder()
}

private func mock<Result>(_ name: String, then body: () -> Result) -> Result {
    Container.mock({ $0.lazyDraft = Draft(name) }, then: body)
}

@Suite("@LazyInject keeps an instance for each override and for the outside")
struct LazyOverrideTests {
    @Test("What was resolved in an override isn't used after it, and what was resolved outside isn't used in it")
    func outside() {
        withIsolatedMain {
            let holder = Holder()
            Container.mock { _ in
            } then: {
                #expect(holder.file.isOpen && holder.file === holder.file)
            }
            #expect(holder.file.isOpen && holder.file === Container.lazyFile)
            let draft = holder.draft
            mock("first") {
                #expect(holder.draft.name == "first" && holder.draft === holder.draft)
                mock("inner") { #expect(holder.draft.name == "inner") }
                #expect(holder.draft.name == "first")
            }
            mock("second") { #expect(holder.draft.name == "second") }
            #expect(holder.draft === draft)
        }
    }

    @Test("In an asynchronous override, tasks share its instance, and the threads outside have their own")
    func tasks() async {
        let holder = Holder()
        await Container.mock {
            $0.lazyDraft = Draft("mock")
        } then: {
            async let first = holder.draft
            async let second = holder.draft
            let (one, two) = await (first, second)
            #expect(one === two && one.name == "mock")
            #expect(await Task.detached { holder.draft.name }.value == "live")
        }
        #expect(holder.draft.name == "live")
    }

    @Test("An object that lives long keeps nothing of overrides that have ended")
    func memory() {
        let holder = Holder()
        weak var (draft, reader): (Draft?, Reader?)
        for round in 0..<1_000 {
            mock("\(round)") {
                (draft, reader) = (holder.draft, holder.reader)
                #expect(draft?.name == "\(round)" && reader?.draft.wrappedValue === draft)
            }
            #expect(draft == nil && reader == nil, "round \(round)")
        }
    }

    @Test("In an override that lives long, an object releases its instance when it goes")
    func owner() {
        mock("mock") {
            weak var reader: Reader?
            for _ in 0..<3 {
                let holder = Holder()
                reader = holder.reader
                #expect(reader?.draft.wrappedValue.name == "mock")
            }
            #expect(reader == nil)
        }
    }

    @Test("An object that was created in an override keeps its instance beyond the end, unless that ended it")
    func own() {
        let holder = mock("mock") { () -> Holder in
            let holder = Holder()
            #expect(holder.draft.name == "mock")
            return holder
        }
        let draft = holder.draft
        #expect(draft.name == "mock" && holder.draft === draft)
        mock("other") { #expect(holder.draft.name == "other") }
        #expect(holder.draft === draft)

        let closing = Container.mock { _ in
        } then: { () -> Holder in
            let holder = Holder()
            #expect(holder.file.isOpen)
            return holder
        }
        #expect(closing.file.isOpen && closing.file === closing.file && closing.file !== Container.lazyFile)
    }

    @Test("An object that was created in an override keeps its instance though a scope began and ended there")
    func ownBesideScope() async throws {
        let (holder, draft) = try await Container.mock { _ in
        } then: { () -> (Holder, Draft) in
            try Container.main.injector.begin(.workOrder)
            try await Container.main.injector.end(.workOrder)
            let holder = Holder()
            return (holder, holder.draft)
        }
        #expect(holder.draft === draft)
    }

    @Test(
        "An object that was created in an override keeps its instance though that used one with an 'onEnd' from outside",
        .isolatedBindings
    )
    func ownBesideBorrowed() {
        let file = Container.lazyFile
        let (holder, draft) = Container.mock { _ in
        } then: { () -> (Holder, Draft) in
            #expect(Container.lazyFile === file)
            let holder = Holder()
            return (holder, holder.draft)
        }
        #expect(holder.draft === draft && file.isOpen)
    }

    @Test("A task that goes on after the end of its override uses nothing of it")
    func late() async {
        let holder = Holder()
        let (started, ended) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
        let task = await Container.mock {
            $0.lazyDraft = Draft("mock")
        } then: {
            let task = Task {
                let file = holder.lateFile
                started.continuation.finish()
                for await _ in ended.stream {}
                #expect(!file.isOpen && holder.lateFile.isOpen)
                #expect(holder.draft.name == "mock")
            }
            for await _ in started.stream {}
            return task
        }
        ended.continuation.finish()
        await task.value
    }

    private func withIsolatedMain(_ body: () -> Void) {
        Container.mock({ $0.injector.unbindAll() }, then: body)
    }
}

@Suite("A property of the program in isolated tests", .isolatedBindings, .serialized)
struct LazyIsolatedTests {
    @Test("The first test sees its own assignment through an object of the program")
    func first() {
        Container.lazyDraft = Draft("first")
        #expect(Holder.shared.draft.name == "first")
    }

    @Test("The second test sees its own assignment through an object of the program")
    func second() {
        Container.lazyDraft = Draft("second")
        #expect(Holder.shared.draft.name == "second")
    }

    @Test("The third test sees the service itself through an object of the program")
    func third() {
        #expect(Holder.shared.draft.name == "live")
    }
}
