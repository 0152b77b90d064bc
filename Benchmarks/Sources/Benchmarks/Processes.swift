import Foundation

/// The clone that this package is a part of.
let repository = {
    // Benchmarks/Sources/Benchmarks/Processes.swift
    let file = URL(fileURLWithPath: #filePath)
    return (0..<4).reduce(file) { url, _ in url.deletingLastPathComponent() }
}()

/// A program did something else than it should.
struct ProcessFailure: Error, CustomStringConvertible {
    let description: String
}

/// Runs a program, and gives what it prints; what it says of errors is shown if it fails.
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
        throw ProcessFailure(description: ([program] + arguments).joined(separator: " ") + "\n" + text)
    }
    return text
}
