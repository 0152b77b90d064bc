import Foundation

/// What one library costs a program.
struct BuiltLibrary {
    let name: String
    /// A program that prints a greeting.
    let hello: ClientPackage.Program
    /// A program with ten services in one file, which prints their numbers.
    let services: ClientPackage.Program
}

/// Measures how much programs grow, and the times to build them.
func measureBuilds(rounds: Int?) throws -> Table {
    let sizes = try measureSizes()
    let clients = try BuiltLibrary.all.map { try ClientPackage([$0.services]) }
    defer { clients.forEach { $0.remove() } }
    try clients.forEach { try $0.swift("package", "resolve") }
    // The builds for debug come last, because the next ones build their programs again.
    let builds = try ["release", "debug"].map { configuration in
        try medians(rounds: rounds ?? 3) { index, _ in
            try clients[index].swift("package", "clean")
            return { try clients[index].swift("build", "-c", configuration) }
        }
    }
    let rebuilds = try medians(rounds: rounds ?? 7) { index, round in
        let (client, services) = (clients[index], BuiltLibrary.all[index].services)
        let changed = services.services.replacingOccurrences(of: "text = \"0\"", with: "text = \"round \(round)\"")
        try client.write(changed, to: "Sources/\(services.name)/Services.swift")
        return {
            try client.swift("build")
            try client.check(client.program(services.name, "debug"), prints: "round \(round)123456789")
        }
    }
    let header = """
        | library | growth of a hello-world, kB | release build, s (processor) | debug build | rebuild after a change |
        |---|---:|---:|---:|---:|
        """
    let rows = BuiltLibrary.all.indices.map { index in
        [BuiltLibrary.all[index].name, sizes[index].text()] + (builds + [rebuilds]).map { $0[index] }
    }
    return Table(header, rows: rows)
}

private func measureSizes() throws -> [Double] {
    let client = try ClientPackage(BuiltLibrary.all.map(\.hello))
    defer { client.remove() }
    try client.swift("build", "-c", "release")
    let sizes = try BuiltLibrary.all.map { try client.strippedSize(of: client.program($0.hello.name, "release")) }
    return sizes.map { $0 - sizes[0] }
}

/// Measures an action of each library in turn.
///
/// - Parameters:
///   - rounds: The number of rounds.
///   - prepare: Prepares a round, and returns what is measured.
/// - Returns: For each library, the elapsed seconds and, in parentheses, those of the processors.
/// - Throws: The errors of `prepare`, and of what it returns.
private func medians(
    rounds: Int,
    prepare: (_ index: Int, _ round: Int) throws -> () throws -> Void
) throws -> [String] {
    var elapsed = BuiltLibrary.all.map { _ in [Double]() }
    var work = elapsed
    for round in 1...rounds {
        for index in elapsed.indices {
            let action = try prepare(index, round)
            let begun = processorSeconds()
            elapsed[index].append(try ContinuousClock().measure(action) / .seconds(1))
            work[index].append(processorSeconds() - begun)
        }
    }
    return elapsed.indices.map { index in
        "\(elapsed[index].median.text(decimals: 1)) (\(work[index].median.text(decimals: 1)))"
    }
}

/// The processor time of all child processes that have ended.
private func processorSeconds() -> Double {
    var usage = rusage()
    #if canImport(Glibc)
        getrusage(RUSAGE_CHILDREN.rawValue, &usage)
    #else
        getrusage(RUSAGE_CHILDREN, &usage)
    #endif
    return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
}
