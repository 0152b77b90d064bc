import Wormer

extension Timeline {
    /// A flame chart, with a lane for each thread and task, in colors for light and dark surroundings.
    ///
    /// ```swift
    /// func page(of timeline: Timeline) -> String { "<!doctype html><title>Start</title>" + timeline.svg }
    /// ```
    ///
    /// Each bar has a title with its name, durations and line. It needs no script and no font.
    public var svg: String {
        var (bars, height) = ("", 56)
        func x(_ time: UInt64) -> Double { Double(time - start) / Double(max(durationInNanoseconds, 1)) * 1180 + 10 }
        func text(_ text: String, _ x: Double, _ y: Int, _ kind: String = "") {
            bars += "<text x=\"\(tenths(x))\" y=\"\(y)\" class=\"\(kind)\">\(escaped(text, hash: "#"))</text>\n"
        }
        func bar(_ x: Double, _ y: Int, _ width: Double, _ height: Int, _ kind: String) {
            let place = "x=\"\(tenths(x))\" y=\"\(y)\" width=\"\(tenths(width))\" height=\"\(height)\""
            bars += "<rect \(place) class=\"\(kind)\"/>\n"
        }
        text("\(ms(durationInNanoseconds)), \(counted(constructions.count))", 10, 20)
        for (place, title) in ["main thread", "other threads", "asynchronous", "waiting"].enumerated() {
            bar(Double(720 + 120 * place), 11, 10, 10, String(title.prefix { $0 != " " }))
            text(title, Double(734 + 120 * place), 20)
        }
        for lane in titledLanes {
            text(lane.title, 10, height + 10, "lane")
            for entry in lane.entries {
                let (left, y) = (x(entry.start), height + 15 + 18 * entry.level)
                let width = max(x(entry.end) - left - 0.5, 0.5)
                var times = "\(ms(entry.event.durationInNanoseconds)), own \(ms(entry.ownNanoseconds))"
                let waits = [
                    ("waiting", entry.event.waitingInNanoseconds),
                    ("waiting for an actor", entry.event.waitingForActorInNanoseconds),
                ]
                for (name, time) in waits where time >= 50_000 { times += ", \(name) \(ms(time))" }
                let title = [entry.name, times, "\(entry.location)"].map { escaped($0, hash: "#") }
                bars += "<g><title>\(title.joined(separator: "\n"))</title>"
                bar(left, y, width, 16, entry.kind + (entry.event.outcome == .failed ? " failed" : ""))
                if width > 30 { text(String(entry.name.prefix(Int(width / 6.4))), left + 4, y + 12, "name") }
                bars += "</g>\n"
            }
            height += 26 + 18 * (lane.entries.map(\.level).max() ?? 0) + 18
        }
        // At most twelve lines at round times.
        var (step, steps) = (100_000 as UInt64, 0)
        while durationInNanoseconds / step > 12 {
            (step, steps) = (steps % 3 == 1 ? step / 2 * 5 : step * 2, steps + 1)
        }
        var ground = "<rect width=\"1200\" height=\"\(height)\" class=\"ground\"/>\n"
        for time in stride(from: start, through: start + durationInNanoseconds, by: Int(step)) {
            ground += "<path d=\"M\(tenths(x(time))) 34V\(height)\"/>\n"
            if x(time) < 1140 { text(ms(time - start), x(time) + 3, 42, "lane") }
        }
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"wormer-timeline\" role=\"img\" width=\"1200\" "
            + "height=\"\(height)\" viewBox=\"0 0 1200 \(height)\">\n<style>\n\(style)</style>\n\(ground)\(bars)</svg>\n"
    }

    private var style: String {
        let rules = [
            " .main{fill:#f0883e}", " .other{fill:#54aeff}", " .asynchronous{fill:#4ac26b}", " .waiting{fill:#afb8c1}",
            " text{font:11px system-ui,sans-serif;fill:#1f2328}", " text.lane{fill:#57606a}", " .ground{fill:#fff}",
            " path{stroke:#8c959f;stroke-opacity:.35;fill:none}", " .failed{stroke:#cf222e;stroke-width:2}",
            "@media(prefers-color-scheme:dark){", " text:not(.name){fill:#e6edf3}", " text.lane{fill:#9198a1}",
            " .ground{fill:#0d1117}",
        ]
        return rules.map { ($0.hasPrefix(" ") ? ".wormer-timeline" : "") + $0 + "\n" }.joined() + "}\n"
    }

    /// The timeline in the Trace Event format, a JSON object that Perfetto, chrome://tracing and speedscope open.
    ///
    /// Each lane is a thread, and each construction begins and ends there. A wait has the category `wait`.
    public var traceEvents: String {
        var events: [String] = []
        for (number, lane) in titledLanes.enumerated() {
            func add(_ phase: String, at time: UInt64, _ rest: String = "") {
                let time = Double(time - start) / 1000
                events.append("{\"ph\":\"\(phase)\",\"pid\":1,\"tid\":\(number + 1),\"ts\":\(time)\(rest)}")
            }
            add("M", at: start, ",\"name\":\"thread_name\",\"args\":{\"name\":\(quoted(lane.title))}")
            var ends: [UInt64] = []
            for entry in lane.entries {
                while ends.count > entry.level { add("E", at: ends.removeLast()) }
                let arguments = ",\"args\":{\"location\":\(quoted("\(entry.location)"))}"
                add("B", at: entry.start, ",\"name\":\(quoted(entry.name)),\"cat\":\"\(entry.kind)\"\(arguments)")
                ends.append(entry.end)
            }
            while let end = ends.popLast() { add("E", at: end) }
        }
        return "{\"traceEvents\":[\n\(events.joined(separator: ",\n"))\n]}\n"
    }

    /// The lanes that have entries: those of the main thread, of other threads, and of tasks.
    private var titledLanes: [(title: String, entries: [Construction])] {
        let lanes = Dictionary(grouping: entries, by: \.lane).sorted { $0.key < $1.key }
        let main = lanes.filter { self.lanes[$0.key] == 0 }.map { ("main thread", $0.value) }
        let others = lanes.filter { (self.lanes[$0.key] ?? 0) != 0 }.enumerated()
        let tasks = lanes.filter { self.lanes[$0.key] == nil }.enumerated()
        return main + others.map { ("thread \($0 + 1)", $1.value) } + tasks.map { ("task \($0 + 1)", $1.value) }
    }
}

extension Timeline.Construction {
    /// The kind of work, which is a class in the chart and a category in a trace.
    fileprivate var kind: String {
        event.isWait ? "waiting" : isAsynchronous ? "asynchronous" : event.isOnMainThread ? "main" : "other"
    }
}

/// Returns a string of JSON for a text without control characters, which names don't have.
private func quoted(_ text: String) -> String {
    "\"" + text.unicodeScalars.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined() + "\""
}
