import Testing
import Wormer

private struct File: Sendable {
    enum Failure: Error { case denied }
    var name = ""
    init(path: String) throws(Failure) { throw .denied }
    init(copyOf file: File, to path: String) throws(Failure) { throw .denied }
}

@MainActor private final class Window {
    init(title: String) throws(File.Failure) { throw .denied }
}

private func download(from path: String) async throws(File.Failure) -> File { try File(path: path) }

@Suite("An injector resolves the parameters of initializers")
struct AutoWiringTests {
    let injector = Injector(parent: nil)

    struct Report {
        let number: Int
        let text: String
        let flag: Bool?
        let bus: (any EventBus)?
    }

    init() {
        injector.bind(interface: Int.self, toImplementation: Int.self) { 7 }
        injector.bind(interface: String.self, toImplementation: String.self) { "seven" }
    }

    @Test("Each parameter is resolved by its type, and an unbound optional parameter is nil")
    func parameters() {
        injector.bind(interface: EventBus.self, toImplementation: LocalEventBus.self) { LocalEventBus() }
        injector.bind(
            interface: Report.self,
            toImplementation: Report.self,
            initializer: Report.init(number:text:flag:bus:)
        )
        let report: Report = injector.instance()
        #expect(report.number == 7)
        #expect(report.text == "seven")
        #expect(report.flag == nil)
        #expect(report.bus?.name == "local")
    }

    @Test("An initializer without parameters is auto-wired, also if the type has another one")
    func noParameters() throws {
        struct Label {
            var text = "none"
            init() {}
            init(text: String) { self.text = text }
        }
        injector.bind(Label.self, to: .using(Label.init))
        #expect(injector.instance(for: Label.self).text == "none")
        injector.bind(Label.self, id: 1, to: .make(Label.init))
        #expect(injector.instance(for: Label.self, id: 1).text == "none")
        injector.bind(Label.self, to: .using(Label.init(text:)))
        #expect(injector.instance(for: Label.self).text == "seven")
        injector.contribute(to: Label.self, lifetime: .singleton, .using(Label.init))
        #expect(try injector.throwingInstances(for: Label.self).map(\.text) == ["none"])
    }

    @Test("A closure with parameters is auto-wired and can throw")
    func closures() throws {
        injector.bind(interface: Double.self, toImplementation: Double.self) { (number: Int, text: String) in
            if text.isEmpty { throw PlannedFailure(description: "empty") }
            return Double(number)
        }
        #expect(injector.instance(for: Double.self) == 7)
        injector.bind(interface: Int8.self, toImplementation: Int8.self) { injector in
            Int8(injector.instance(for: Int.self))
        }
        #expect(injector.instance(for: Int8.self) == 7)
        injector.bind(interface: String.self, toImplementation: String.self) { "" }
        let error = #expect(throws: InjectionError.self) { try injector.throwingInstance(for: Double.self) }
        #expect(error?.reason.name == "factoryThrew")
    }

    @Test("A function with typed throws is auto-wired in every form")
    @MainActor
    func typedThrows() async throws {
        injector.bind(File.self, id: 1, to: .using(File.init(path:)))
        injector.bind(File.self, id: 2, to: .using(File.init(path:), .byType))
        injector.bind(File.self, id: 3, to: .using { (path: String) throws(File.Failure) in try File(path: path) })
        injector.bind(File?.self, id: 4, to: .using(File.init(path:)))
        injector.bind(
            interface: File.self,
            id: 5,
            toImplementation: File.self,
            initializer: File.init(path:)
        )
        injector.bind(File.self, id: 6, to: .async(download(from:)))
        injector.bind(File.self, id: 7, to: .async(download(from:), .value("a")))
        injector.bind(File.self, id: 8, to: .async(File.init(path:)))
        injector.bind(Window.self, id: 9, to: .onMainActor(Window.init(title:)))
        injector.bind(Window.self, id: 10, to: .onMainActor(Window.init(title:), .byType))
        injector.bind(
            Window.self,
            id: 11,
            to: .onMainActor { (a: String, b: Int) throws(File.Failure) in
                try Window(title: a)
            }
        )
        injector.contribute(to: File.self, id: 12, .using(File.init(path:)))
        injector.decorate(
            String.self,
            id: 13,
            with: { (base: String, number: Int) throws(File.Failure) in
                throw .denied
            }
        )
        injector.decorate(
            String.self,
            id: 14,
            with: { (base: String, number: Int) throws(File.Failure) in
                throw .denied
            },
            .byType
        )
        for id in [13, 14] { injector.bind(String.self, id: id, to: .value("base")) }
        for id in 1...14 {
            let error = await #expect(throws: InjectionError.self) {
                switch id {
                case 4: _ = try await injector.asyncInstance(for: File?.self, id: id)
                case 9...11: _ = try await injector.asyncInstance(for: Window.self, id: id)
                case 13...: _ = try await injector.asyncInstance(for: String.self, id: id)
                default: _ = try await injector.asyncInstance(for: File.self, id: id)
                }
            }
            #expect(
                error?.description.contains("threw File.Failure: denied") == true,
                "\(id): \(error?.description ?? "")"
            )
        }
    }

    @Test("Parameters are resolved in the injector that holds the binding, not in the child that looks it up")
    func parents() {
        injector.bind(interface: Double.self, toImplementation: Double.self) { (number: Int) in Double(number) }
        let child = Injector(parent: injector)
        child.bind(interface: Int.self, toImplementation: Int.self) { 8 }
        #expect(child.instance(for: Double.self) == 7)
    }
}
