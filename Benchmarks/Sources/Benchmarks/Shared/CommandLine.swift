import Foundation

/// The argument that follows an option, or nil.
func argument(after option: String) -> String? {
    let arguments = CommandLine.arguments
    guard let index = arguments.firstIndex(of: option), index + 1 < arguments.count else { return nil }
    return arguments[index + 1]
}

/// A description of the machine in one line.
var machine: String {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let cpuinfo = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let model = cpuinfo.split(separator: "\n").first { $0.hasPrefix("model name") }?.split(separator: ": ").last
    let system = ProcessInfo.processInfo.operatingSystemVersionString
    return "\(cores) cores, \(model ?? "processor unknown"), \(system)"
}
