/// The growth of a program with the libraries.
enum Sizes {
    /// A size in kilobytes with its limits.
    struct Figure {
        let title: String
        let figure: Double
        /// The target.
        let limit: Double
        /// The maximum for a change.
        let bound: Double
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

    static func measure() throws -> [Figure] {
        // Optimized builds of the libraries, which other checks use too.
        let folder = repository.appendingPathComponent(".build-clients")
        let client = try ClientPackage([.hello, .helloWormer, .helloFusion], buildFolder: folder)
        defer { client.remove() }
        func kilobytes(_ program: ClientPackage.Program) throws -> Double {
            try client.strippedSize(of: client.program(program.name, "release"))
        }
        try client.swift("build", "-c", "release")
        let alone = try kilobytes(.hello)
        var figures = [
            // The compiler links every public function of a library, even without a call.
            Figure(
                title: "a hello-world grows with Wormer",
                figure: try kilobytes(.helloWormer) - alone,
                limit: 350,
                bound: 520,
                remark: "release build, stripped"
            ),
            Figure(
                title: "a hello-world grows with Wormer and Fusion",
                figure: try kilobytes(.helloFusion) - alone,
                limit: 410,
                bound: 580,
                remark: "release build, stripped"
            ),
        ]
        #if os(Linux)
            // A single task-local links the concurrency library, and makes it 6914 kB.
            let hello = try client.strippedSize(of: client.linkStatically("Hello"))
            let program = try client.linkStatically("HelloFusion")
            figures.append(
                Figure(
                    title: "a hello-world with Wormer and Fusion, linked statically",
                    figure: try client.strippedSize(of: program),
                    limit: 6500,
                    bound: 7850,
                    remark: "\(hello.text()) kB without the libraries"
                )
            )
        #endif
        return figures
    }
}

extension Sizes.Figure {
    fileprivate var cells: [String] {
        let missed = isWithinBound ? "MISSED" : "MISSED, over \(bound.text()) kB"
        return [title, "\(figure.text()) kB", "at most \(limit.text()) kB", figure <= limit ? "kept" : missed, remark]
    }
}
