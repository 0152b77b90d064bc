import CWormer

/// The text about something that failed: a sentence, and below it lines with labels.
struct Report {
    private let title: String
    private var lines: [(label: String, text: String)] = []

    init(_ title: String) {
        self.title = title
    }

    /// Adds a line; what `text` has after its first line is indented below that.
    mutating func add(_ label: String, _ text: String) {
        lines.append((label, text))
    }

    /// As `add`, for a place that may not be known.
    mutating func add(_ label: String, _ location: CodeLocation?) {
        location.map { add(label, $0.description) }
    }

    /// Adds a list, one item a line; nothing where it is empty.
    mutating func add(_ label: String, _ items: [String]) {
        if !items.isEmpty {
            add(label, items.joined(separator: "\n"))
        }
    }

    /// Adds what to do.
    mutating func add(_ advice: Advice) {
        add("to do", [advice.text, advice.code].compactMap(\.self))
    }

    /// Ends the process with the text, in release builds too; a test that is running has the text as an issue first.
    ///
    /// - Parameters:
    ///   - location: A place that stands before the text, which does not repeat it.
    ///   - isRecorded: Whether the test has the issue already.
    func endProcess(at location: CodeLocation, isRecorded: Bool = false) -> Never {
        if !isRecorded {
            record(at: location, endsProcess: true)
        }
        var report = self
        report.lines.removeAll { $0.text == location.description }
        fatalError("\(report)", file: location.file, line: location.line)
    }

    /// Records the text as an issue of the test that is running.
    ///
    /// - Parameters:
    ///   - location: The place of the issue.
    ///   - endsProcess: Whether the process ends next.
    /// - Returns: Whether there is a test; without the library for tests there never is.
    @discardableResult
    func record(at location: CodeLocation, endsProcess: Bool) -> Bool {
        withUnsafePointer(to: location) { wormer_record_failure("\(self)", $0, endsProcess) }
    }

    /// Prints the text where errors are printed.
    func print(at location: CodeLocation) {
        wormer_print_error("\(location): \(self)")
    }
}

extension Report: CustomStringConvertible {
    var description: String {
        let width = "requested at  ".count
        let indentation = "\n" + String(repeating: " ", count: width + 2)
        let rest = lines.map { label, text in
            "\n  " + label + String(repeating: " ", count: width - label.count)
                + text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: indentation)
        }
        return title.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n    ")
            + rest.joined()
    }
}

/// A way to mend a failure.
struct Advice {
    /// A sentence; ends with a colon where code follows.
    let text: String

    /// Code that does it.
    ///
    /// Values that only the reader knows are placeholders in it, such as `<#API#>`.
    let code: String?

    init(_ text: String, _ code: String? = nil) {
        self.text = text
        self.code = code
    }
}
