import Foundation

/// The root folder of the repository.
let repository = {
    // Another package has a link to the folder of this file.
    var folder = URL(fileURLWithPath: #filePath)
    repeat {
        folder.deleteLastPathComponent()
    } while !FileManager.default.fileExists(atPath: folder.appendingPathComponent("ARCHITECTURE.md").path)
    return folder
}()

/// An error of a program.
struct Failure: Error, CustomStringConvertible {
    let description: String
}

/// Runs a program and returns its output, or throws an error with the output if the program fails.
func captureOutput(of program: String, _ arguments: [String], environment: [String: String] = [:]) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
        throw Failure(description: ([program] + arguments).joined(separator: " ") + "\n" + text)
    }
    return text
}
