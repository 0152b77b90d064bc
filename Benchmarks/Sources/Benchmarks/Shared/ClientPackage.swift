import Foundation

/// A package in a temporary folder that uses the libraries of this clone.
struct ClientPackage {
    /// A library, and the package that it belongs to.
    struct Library {
        let name: String
        let package: String
        /// The dependency on the package, as in a manifest.
        let dependency: String

        /// A library of this clone.
        static func own(_ name: String) -> Self {
            Self(name: name, package: "wormer", dependency: ".package(name: \"wormer\", path: \"\(repository.path)\")")
        }
    }

    /// One program, and the libraries that it uses.
    struct Program {
        let name: String
        let libraries: [Library]
        let source: String
        /// The text of a second file, or nothing.
        var services = ""
    }

    private let folder: URL
    private let buildFolder: URL

    /// Creates the package, which is built in the given folder or in one of its own.
    init(_ programs: [Program], buildFolder: URL? = nil) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("client-\(UUID().uuidString)")
        self.buildFolder = buildFolder ?? folder.appendingPathComponent(".build")
        try write(ClientPackage.manifest(programs), to: "Package.swift")
        for program in programs {
            try write(program.source, to: "Sources/\(program.name)/main.swift")
            try write(program.services, to: "Sources/\(program.name)/Services.swift")
        }
    }

    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    /// Writes a file of the package.
    func write(_ text: String, to path: String) throws {
        let file = folder.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file)
    }

    private static func manifest(_ programs: [Program]) -> String {
        let targets = programs.map { program in
            let libraries = program.libraries.map { ".product(name: \"\($0.name)\", package: \"\($0.package)\")" }
            let dependencies = libraries.joined(separator: ", ")
            return ".executableTarget(name: \"\(program.name)\", dependencies: [\(dependencies)])"
        }
        let packages = Set(programs.flatMap(\.libraries).map(\.dependency)).sorted()
        return """
            // swift-tools-version: 6.2
            import PackageDescription

            let package = Package(
                name: "client",
                platforms: [.macOS(.v10_15)],
                dependencies: [
                    \(packages.joined(separator: ",\n        "))
                ],
                targets: [
                    \(targets.joined(separator: ",\n        "))
                ]
            )

            """
    }

    // MARK: - Building and running

    /// Calls `swift build`, `swift package` or the like in the package.
    func swift(_ command: String, _ arguments: String...) throws {
        let folders = ["--package-path", folder.path, "--scratch-path", buildFolder.path]
        _ = try captureOutput(of: "swift", [command] + folders + arguments)
    }

    /// The path of a built program.
    func program(_ name: String, _ configuration: String) -> String {
        buildFolder.appendingPathComponent("\(configuration)/\(name)").path
    }

    /// Links the objects of a program that is built for release with the static libraries of Swift.
    ///
    /// SwiftPM would compile the objects again.
    ///
    /// - Parameter name: The program.
    /// - Returns: The path of the linked program.
    /// - Throws: `Failure` if the program cannot be linked.
    func linkStatically(_ name: String) throws -> String {
        let linked = folder.appendingPathComponent("static").path
        let objects = "@\(program(name, "release")).product/Objects.LinkFileList"
        let options = ["--gc-sections", "--defsym", "main=\(name)_main"].flatMap { ["-Xlinker", $0] }
        _ = try captureOutput(of: "swiftc", ["-static-stdlib", "-o", linked, objects, "-ldispatch"] + options)
        return linked
    }

    /// Returns the size of a program without its symbols, in bytes.
    ///
    /// - Parameters:
    ///   - program: The path of the program.
    ///   - output: The expected output of the program.
    /// - Returns: The number of kilobytes.
    /// - Throws: `Failure` if the program cannot be stripped, or prints something else.
    func strippedSize(of program: String, printing output: String = ClientPackage.greeting) throws -> Double {
        let stripped = folder.appendingPathComponent("stripped").path
        _ = try captureOutput(of: "strip", ["-o", stripped, program])
        try check(stripped, prints: output)
        let attributes = try FileManager.default.attributesOfItem(atPath: stripped)
        return ((attributes[.size] as? NSNumber)?.doubleValue ?? 0) / 1000
    }

    /// Throws an error unless a program prints a line.
    func check(_ program: String, prints output: String) throws {
        let printed = try captureOutput(of: program, [])
        if printed != output + "\n" {
            throw Failure(description: "\(program) prints '\(printed)' instead of '\(output)'")
        }
    }
}
