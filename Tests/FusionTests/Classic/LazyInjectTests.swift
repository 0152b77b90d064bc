import Foundation
import Fusion
import Testing
import Wormer

private final class Model: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
}

extension Container { @Service fileprivate var lazyModel = Model("service") }

private final class Cycle {
    @LazyInject var other: OtherCycle
    let container: Container
    init(_ container: Container) {
        self.container = container
        _other = LazyInject("other", container: container)
    }
}

private final class OtherCycle { init(_ cycle: Cycle) { _ = cycle.other } }

@Suite("@LazyInject resolves a service once")
struct LazyInjectTests {
    private let container = Container()
    private let tally = Tally()

    private func bindModel() { container.bind(Model.self) { [tally] _ in Model("\(tally.increment())") } }

    @Test("@LazyInject resolves a transient service once, at the first read")
    func once() {
        struct Owner {
            @LazyInject var model: Model
            init(_ container: Container) { _model = LazyInject(container: container) }
        }
        bindModel()
        let owner = Owner(container)
        #expect(tally.count == 0)
        #expect(owner.model === owner.model)
        let copy = owner
        #expect(copy.model === owner.model)
        #expect(tally.count == 1)
        #expect(Owner(container).model !== owner.model)
    }

    @Test("@LazyInject accepts a type, an identifier, a key path, a function and a container")
    func spellings() {
        let kept: KeyPath<Container, Model> = \.lazyModel
        struct Owner {
            @LazyInject("a") var identified: String
            @LazyInject(\.lazyModel) var declared
            @LazyInject var plain: String
            @LazyInject var optional: Int?
            @LazyInject var kept: Model
            @LazyInject({ @Sendable in $0.lazyModel.name + "!" }) var made: String
        }
        container.bind(id: "a", value: "identified")
        container.bind(value: "plain")
        let owner = Owner(
            identified: LazyInject("a", container: container),
            plain: LazyInject(container: container),
            optional: LazyInject(container: container),
            kept: LazyInject(kept, container: container)
        )
        #expect([owner.identified, owner.plain] == ["identified", "plain"])
        #expect(owner.made == "service!")
        #expect(owner.declared === owner.declared)
        #expect(owner.kept !== owner.declared)
        #expect(owner.optional == nil)
        container.bind(value: 1)
        #expect(owner.optional == nil)
    }

    @Test("@LazyInject keeps its instance after another binding or mock, and releases it with the owner")
    func staysTheSame() {
        final class Owner {
            @LazyInject var model: Model
            init(_ container: Container) { _model = LazyInject(container: container) }
        }
        weak var model: Model?
        do {
            bindModel()
            let owner = Owner(container)
            model = owner.model
            container.bind(value: Model("other"))
            #expect(owner.model === model)
            container.mock({ $0.bind(value: Model("mock")) }, then: { #expect(owner.model.name == "mock") })
            #expect(owner.model === model)
        }
        #expect(isSoon { model == nil })
    }

    @Test("In a Containerized class, @LazyInject uses the container of the object")
    func containerized() {
        final class Owner: Containerized {
            let container: Container
            @LazyInject var model: Model
            @LazyInject(\.lazyModel) var declared
            init(_ container: Container) { self.container = container }
        }
        bindModel()
        container.lazyModel = Model("assigned")
        let owner = Owner(container)
        #expect(owner.model === owner.model)
        #expect([owner.model.name, owner.declared.name] == ["1", "assigned"])
    }

    @Test("@LazyInject works in actors, main-actor classes and Sendable structs")
    @MainActor
    func isolation() async {
        actor Worker {
            @LazyInject(\.lazyModel) var model
            var isKept: Bool { model === model }
        }
        @MainActor final class Screen { @LazyInject(\.lazyModel) var model }
        struct Report: Sendable { @LazyInject(\.lazyModel) var model }
        #expect(await Worker().isKept)
        let (screen, report) = (Screen(), Report())
        #expect(screen.model === screen.model)
        let elsewhere = await Task.detached { report.model }.value
        #expect(elsewhere === report.model)
    }

    @Test("Threads that read a lazy property at the same time share one instance")
    func threads() {
        for round in 0..<2_000 {
            let container = Container()
            container.bind(Model.self) { _ in Model("model") }
            let (model, seen) = (LazyInject<Model>(container: container), Shared<Set<ObjectIdentifier>>([]))
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                let instance = ObjectIdentifier(model.wrappedValue)
                seen.change { _ = $0.insert(instance) }
            }
            #expect(seen.value == [ObjectIdentifier(model.wrappedValue)], "round \(round)")
        }
    }
}

#if os(macOS) || os(Linux)
    extension LazyInjectTests {
        @Test("A service whose initializer reads the lazy property of its owner ends the process with the path")
        func cycle() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let container = Container()
                let cycle = Cycle(container)
                container.bind(OtherCycle.self, id: "other") { [unowned cycle] _ in OtherCycle(cycle) }
                _ = cycle.other
            }
            #expect(
                result?.fatalErrorText == """
                    FusionTests/LazyInjectTests.swift:LINE: Fatal error: Cannot inject OtherCycle (id: "other"): it depends \
                    on itself.
                      path          OtherCycle (id: "other"), looked up at FusionTests/LazyInjectTests.swift:LINE, bound at \
                    FusionTests/LazyInjectTests.swift:LINE
                                    OtherCycle (id: "other"), looked up at FusionTests/LazyInjectTests.swift:LINE, bound at \
                    FusionTests/LazyInjectTests.swift:LINE
                      to do         Let one of them take a parameter 'otherCycle: Provider<OtherCycle>', resolved by \
                    '.id("other")', and call it later.
                    """
            )
        }
    }
#endif
