import Foundation
import Testing

package struct PlannedFailure: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
}

extension String {
    /// The text without the line numbers of source files, so that an expected text does not depend on them.
    package var withoutLocations: String {
        replacingOccurrences(of: #"\.swift:\d+"#, with: ".swift:LINE", options: .regularExpression)
    }
}

#if os(macOS) || os(Linux)
    extension ExitTest.Result {
        package var standardError: String { String(decoding: standardErrorContent, as: UTF8.self) }

        /// The fatal error in the output of the process, from the file name on, without line numbers.
        package var fatalErrorText: String {
            let lines = standardError.components(separatedBy: "\n")
            guard let first = lines.firstIndex(where: { $0.contains("Fatal error: ") }) else { return standardError }
            return ([lines[first]] + lines[(first + 1)...].prefix { $0.hasPrefix("  ") }).joined(separator: "\n")
                .withoutLocations
        }
    }
#endif
