import Foundation
import Testing
import WormerTesting

@Test("A second copy in a test process is an issue, once")
func secondCopyIsReportedOnce() throws {
    let plug = try #require(ProcessInfo.processInfo.environment["PLUG"])
    try withIsolatedBindings { _ in }
    try #require(dlopen(plug, RTLD_NOW | RTLD_LOCAL) != nil)
    try withKnownIssue {
        try withIsolatedBindings { _ in }
    } matching: { issue in
        "\(issue)".contains("There are several copies of Wormer.") && "\(issue)".contains(plug)
    }
    try withIsolatedBindings { _ in }
}
