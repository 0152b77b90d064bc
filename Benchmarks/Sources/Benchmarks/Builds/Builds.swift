import Foundation

/// The costs of building a program with the libraries, in bytes and in time.
enum Builds {
    /// One figure with its limits.
    struct Figure {
        let title: String
        let figure: Double
        let unit: String
        /// The target.
        let limit: Double
        /// The maximum for a change, if the figure does not depend on other load on the machine.
        var bound = Double.infinity
        let remark: String

        var isWithinBound: Bool { figure <= bound }
    }

    static func table(of figures: [Figure]) -> Table {
        let header = """
            | measurement | figure | limit | result | remark |
            |---|---:|---:|---|---|
            """
        return Table(header, rows: figures.map(\.cells))
    }

    static func measureTimes() throws -> [Figure] {
        [try measureTime("debug", limit: 10), try measureTime("release", limit: 8)]
    }

    static func measureSizes() throws -> [Figure] {
        // Optimized builds of the libraries, which other checks use too.
        let folder = repository.appendingPathComponent(".build-clients")
        let client = try ClientPackage([.hello, .helloWormer, .helloFusion], buildFolder: folder)
        defer { client.remove() }
        func kilobytes(_ program: ClientPackage.Program) throws -> Double {
            try client.strippedSize(of: client.program(program.name, "release"), printing: "Hello, world!") / 1000
        }
        try client.build("-c", "release")
        let alone = try kilobytes(.hello)
        var figures = [
            // The compiler links every public function of a library, even without a call.
            Figure(
                title: "a hello-world grows with Wormer",
                figure: try kilobytes(.helloWormer) - alone,
                unit: "kB",
                limit: 350,
                bound: 1130,
                remark: "release build, stripped"
            ),
            Figure(
                title: "a hello-world grows with Wormer and Fusion",
                figure: try kilobytes(.helloFusion) - alone,
                unit: "kB",
                limit: 410,
                bound: 1225,
                remark: "release build, stripped"
            ),
        ]
        #if os(Linux)
            // A single task-local links the concurrency library, and makes it 6914 kB.
            let hello = try client.strippedSize(of: client.linkStatically("Hello"), printing: "Hello, world!") / 1000
            let program = try client.linkStatically("HelloFusion")
            figures.append(
                Figure(
                    title: "a hello-world with Wormer and Fusion, linked statically",
                    figure: try client.strippedSize(of: program, printing: "Hello, world!") / 1000,
                    unit: "kB",
                    limit: 6500,
                    bound: 8235,
                    remark: "\(hello.text()) kB without the libraries"
                )
            )
        #endif
        return figures
    }

    private static func measureTime(_ configuration: String, limit: Double) throws -> Figure {
        let client = try ClientPackage([.service])
        defer { client.remove() }
        let begun = processorSeconds()
        let time = try ContinuousClock().measure { try client.build("-c", configuration) }
        let work = processorSeconds() - begun
        try client.check(client.program("Service", configuration), prints: "Hello, world!")
        return Figure(
            title: "a clean \(configuration) build of a client that uses @Service",
            figure: time / .seconds(1),
            unit: "s",
            limit: limit,
            remark: "\(work.text()) s of processor time" + (configuration == "debug" ? ", with swift-syntax 42 s" : "")
        )
    }

    /// The processor time of all child processes that have ended.
    private static func processorSeconds() -> Double {
        var usage = rusage()
        #if canImport(Glibc)
            getrusage(RUSAGE_CHILDREN.rawValue, &usage)
        #else
            getrusage(RUSAGE_CHILDREN, &usage)
        #endif
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }
}

extension Builds.Figure {
    fileprivate var cells: [String] {
        let text = "\(figure.text(decimals: unit == "s" ? 1 : 0)) \(unit)"
        let missed = isWithinBound ? "MISSED" : "MISSED, over \(bound.text()) \(unit)"
        return [title, text, "at most \(limit.text()) \(unit)", figure <= limit ? "kept" : missed, remark]
    }
}

extension ClientPackage.Program {
    static let hello = Self(
        name: "Hello",
        libraries: [],
        source: greeter + """
            let greeter: any Greeter = Polite()
            print(greeter.greeting)

            """
    )

    static let helloWormer = Self(
        name: "HelloWormer",
        libraries: ["Wormer"],
        source: greeter + """
            import Wormer

            Injector.default.bind((any Greeter).self, to: .make { Polite() })
            let greeter: any Greeter = Injector.default.instance()
            print(greeter.greeting)

            """
    )

    static let helloFusion = Self(name: "HelloFusion", libraries: ["Wormer", "Fusion"], source: helloService)

    static let service = Self(name: "Service", libraries: ["Wormer", "Fusion"], source: helloService)

    private static let greeter = """
        protocol Greeter { var greeting: String { get } }
        struct Polite: Greeter { var greeting = "Hello, world!" }

        """

    private static let helloService =
        greeter + """
            import Fusion
            import Wormer

            extension Container {
                @Service(.singleton) var greeter: any Greeter = Polite()
                @Service var text: String = greeter.greeting
            }

            Injector.default.bind(String.self, to: .make { Container.main.text })
            print(Injector.default.instance(for: String.self))

            """
}
