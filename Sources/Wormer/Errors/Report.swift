import CWormer

/// The message about a failure: a sentence, followed by lines with labels.
package struct Report: Error {
    private let title: String
    private var lines: [(label: String, text: String)] = []

    package init(_ title: String) {
        self.title = title
    }

    /// Creates the message about a failure at a location.
    init(_ title: String, _ label: String, _ location: CodeLocation, toDo advice: String? = nil) {
        self.init(title)
        add(label, location)
        add("to do", advice)
    }

    /// Adds a line with a location, unless the location is nil.
    mutating func add(_ label: String, _ location: CodeLocation?) {
        add(label, location?.description)
    }

    /// Adds a text, whose lines are indented below the first one, unless it is nil or empty.
    mutating func add(_ label: String, _ text: String?) {
        if let text, !text.isEmpty {
            lines.append((label, text))
        }
    }

    /// Records the message as an issue of the running test, which requires `WormerTesting`, or prints it to the standard
    /// error stream.
    ///
    /// - Parameters:
    ///   - location: The location of the issue.
    ///   - endsProcess: Whether the process ends next, which prints the message anyway.
    ///   - isWarning: Whether the text is a warning, which is recorded once.
    func record(at location: CodeLocation, endsProcess: Bool, isWarning: Bool = false) {
        let isRecorded = withUnsafePointer(to: location) {
            wormer_record_failure("\(self)", $0, endsProcess, isWarning)
        }
        if !isRecorded, !endsProcess {
            wormer_print_error("\(location): \(self)")
        }
    }
}

extension Report: CustomStringConvertible {
    package var description: String { text() }

    /// Returns the message, without the lines that only repeat a location.
    func text(without location: String? = nil) -> String {
        let width = (["looked up at"] + lines.map(\.label)).reduce(0) { max($0, $1.count) } + 2
        let indentation = String(repeating: " ", count: width + 2)
        var text = title.indented()
        for line in lines where line.text != location {
            text += "\n  " + line.label + String(repeating: " ", count: width - line.label.count)
            text += line.text.indented(by: indentation)
        }
        return text
    }
}

extension String {
    /// Returns the parts of the text between separators.
    @inline(never)
    func parts(between separator: Character) -> [String] {
        split(separator: separator).map(String.init)
    }

    /// Returns the text with further lines indented.
    func indented(by indentation: String = "    ") -> String {
        split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n" + indentation)
    }
}

/// Ends the process with the message of an error, in release builds too.
///
/// A running test records the message as an issue first.
///
/// - Parameters:
///   - error: The error.
///   - location: The location to print before the message. The message does not repeat it.
@usableFromInline
@inline(never)
package func endProcess(with error: any Error, at location: CodeLocation) -> Never {
    var report = error as? Report ?? Report("\(error)")
    var isRecorded = false
    if let error = error as? InjectionError {
        report = error.report()
        // The lookup has recorded the issue, except during `verifyInstances()`, which uses no instances.
        isRecorded = error.isOfTests && !Context.isVerifying
        let forced = error.path.lastIndex { $0.lookupLocation == location && $0.key.declaration == nil } ?? 0
        if Context.isVerifying, forced > 0, let factory = error.path[forced - 1].bindingLocation {
            let advice = "Use 'throwingInstance' in the factory bound at \(factory)."
            report.add("or", advice + "\n'verifyInstances()' then reports a fault.")
        }
    }
    if !isRecorded {
        report.record(at: location, endsProcess: true)
    }
    UncaughtFailure(error: error, endsProcess: true, description: "\(location): \(report)").report()
    fatalError(report.text(without: location.description), file: location.file, line: location.line)
}

/// Says that there are several copies of the library in this process, and where they are; nil if there is only one.
///
/// One is in each program and dynamic library that is linked with a static product, and has bindings of its own.
package func copiesOfLibrary() -> String? {
    var paths: [String] = []
    withUnsafeMutablePointer(to: &paths) { paths in
        wormer_visit_copies(paths) { paths, path in
            let path = path.pointee == 0 ? CommandLine.arguments[0] : String(cString: path)
            paths?.assumingMemoryBound(to: [String].self).pointee.append(path)
        }
    }
    guard paths.count > 1 else { return nil }
    return "\(paths.count) in this process, each with its own bindings: \(paths.joined(separator: " and "))"
}
