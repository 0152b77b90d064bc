import Foundation

/// A package in a temporary folder that uses the libraries of this clone.
struct ClientPackage {
    /// One program, and the libraries that it uses.
    struct Program {
        let name: String
        let libraries: [String]
        let source: String
    }

    private let folder: URL

    init(_ programs: [Program]) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("client-\(UUID().uuidString)")
        try write(ClientPackage.manifest(programs), to: "Package.swift")
        for program in programs {
            try write(program.source, to: "Sources/\(program.name)/main.swift")
        }
    }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    private func write(_ text: String, to path: String) throws {
        let file = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file)
    }

    private static func manifest(_ programs: [Program]) -> String {
        let targets = programs.map { program in
            let libraries = program.libraries.map { ".product(name: \"\($0)\", package: \"wormer\")" }
            let dependencies = libraries.joined(separator: ", ")
            return ".executableTarget(name: \"\(program.name)\", dependencies: [\(dependencies)])"
        }
        return """
            // swift-tools-version: 6.2
            import PackageDescription

            let package = Package(
                name: "client",
                platforms: [.macOS(.v10_15)],
                dependencies: [.package(name: "wormer", path: "\(repository.path)")],
                targets: [
                    \(targets.joined(separator: ",\n        "))
                ]
            )

            """
    }

    // MARK: - Building and running

    /// Builds every program.
    func build(_ arguments: String...) throws {
        _ = try captureOutput(of: "swift", ["build", "--package-path", folder.path] + arguments)
    }

    /// Returns the size of a program without its symbols, in bytes.
    ///
    /// - Parameters:
    ///   - name: The program, which must be built for release.
    ///   - output: The expected output of the program.
    /// - Returns: The number of bytes.
    /// - Throws: `Failure` if the program cannot be stripped, or prints something else.
    func strippedSize(of name: String, printing output: String) throws -> Double {
        let stripped = folder.appendingPathComponent("stripped").path
        _ = try captureOutput(of: "strip", ["-o", stripped, path(of: name, "release")])
        try check(stripped, prints: output)
        let attributes = try FileManager.default.attributesOfItem(atPath: stripped)
        return (attributes[.size] as? NSNumber)?.doubleValue ?? 0
    }

    /// Throws an error unless a program prints a line.
    func check(_ name: String, _ configuration: String, prints output: String) throws {
        try check(path(of: name, configuration), prints: output)
    }

    private func path(of name: String, _ configuration: String) -> String {
        folder.appendingPathComponent(".build/\(configuration)/\(name)").path
    }

    private func check(_ program: String, prints output: String) throws {
        let printed = try captureOutput(of: program, [])
        if printed != output + "\n" {
            throw Failure(description: "\(program) prints '\(printed)' instead of '\(output)'")
        }
    }
}
