import Foundation

extension [Measurement] {
    /// The measurements as a Markdown table.
    var table: String {
        let header = [
            "| | ns | baseline ns | figure | limit | |",
            "|---|---:|---:|---:|---:|---|",
        ]
        return (header + map(\.line)).joined(separator: "\n")
    }
}

extension Measurement {
    fileprivate var line: String {
        let cells = [
            row.title,
            String(format: "%.1f", subject),
            row.hasBaseline ? String(format: "%.1f", baseline) : "",
            row.format(figure),
            row.limitText,
            isKept ? "kept" : "MISSED",
        ]
        return "| " + cells.joined(separator: " | ") + " |"
    }
}

extension Row {
    fileprivate var hasBaseline: Bool {
        if case .nanoseconds = limit { false } else { true }
    }

    fileprivate var limitText: String {
        switch limit {
        case .times(let limit): "at most \(limit) x"
        case .nanoseconds(let limit): "at most \(Int(limit)) ns"
        case .ofScaling(let limit): "at least \(limit) of the baseline's gain"
        }
    }

    fileprivate func format(_ figure: Double) -> String {
        switch limit {
        case .times: String(format: "%.2f x", figure)
        case .nanoseconds: String(format: "%.0f ns", figure)
        case .ofScaling: String(format: "%.2f", figure)
        }
    }
}

/// A description of the machine in one line.
var machine: String {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let cpuinfo = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let model = cpuinfo.split(separator: "\n").first { $0.hasPrefix("model name") }?.split(separator: ": ").last
    let system = ProcessInfo.processInfo.operatingSystemVersionString
    return "\(cores) cores, \(model ?? "processor unknown"), \(system)"
}
