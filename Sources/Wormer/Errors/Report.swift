import CWormer

/// The text about a failure: a sentence, followed by lines with labels.
final class Report {
    private let title: String
    private var lines: [(label: String, text: String)] = []

    init(_ title: String) {
        self.title = title
    }

    /// Adds a line.
    ///
    /// Further lines of `text` are indented below the first one.
    @inline(never)
    func add(_ label: String, _ text: String) {
        lines.append((label, text))
    }

    /// Adds a line with a location, unless the location is nil.
    @inline(never)
    func add(_ label: String, _ location: CodeLocation?) {
        location.map { add(label, $0.description) }
    }

    /// Adds a list with one item per line, unless the list is empty.
    @inline(never)
    func add(_ label: String, _ items: [String]) {
        if !items.isEmpty {
            add(label, items.joined(separator: "\n"))
        }
    }

    /// Adds the advice.
    @inline(never)
    func add(_ advice: Advice) {
        add("to do", [advice.text, advice.code].compactMap(\.self))
    }

    /// Ends the process with the text, in release builds too.
    ///
    /// A running test records the text as an issue first.
    ///
    /// - Parameters:
    ///   - location: The location to print before the text. The text does not repeat it.
    ///   - isRecorded: Whether the test has already recorded the issue.
    func endProcess(at location: CodeLocation, isRecorded: Bool = false) -> Never {
        if !isRecorded {
            record(at: location, endsProcess: true)
        }
        lines.removeAll { $0.text == location.description }
        fatalError("\(self)", file: location.file, line: location.line)
    }

    /// Records the text as an issue of the running test.
    ///
    /// - Parameters:
    ///   - location: The location of the issue.
    ///   - endsProcess: Whether the process ends next.
    /// - Returns: Whether the test recorded the issue, which requires `WormerTesting`.
    @discardableResult
    func record(at location: CodeLocation, endsProcess: Bool) -> Bool {
        withUnsafePointer(to: location) { wormer_record_failure("\(self)", $0, endsProcess) }
    }

    /// Prints the text to the standard error stream.
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

/// A way to fix a failure.
struct Advice {
    /// A sentence, which ends with a colon if code follows.
    let text: String

    /// The code that fixes the failure.
    ///
    /// Placeholders such as `<#API#>` stand for values that only the reader knows.
    let code: String?

    init(_ text: String, _ code: String? = nil) {
        self.text = text
        self.code = code
    }
}
