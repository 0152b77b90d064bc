#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

// The environment of the process, for services that depend on it:
//
//     @Service var api: API = isTest ? MockAPI() : LiveAPI()
//
// Each property is declared twice, because the compiler checks a service's initializer like the initializer of a stored
// property, which can use only static members.

extension Container {
    /// Whether the process renders an Xcode preview.
    public static var isPreview: Bool { environment("XCODE_RUNNING_FOR_PREVIEWS") == "1" }

    /// Whether the process runs tests, with XCTest or Swift Testing.
    public static var isTest: Bool { isTestProcess }

    /// Whether the process runs in a simulator.
    public static var isSimulator: Bool {
        #if targetEnvironment(simulator)
            true
        #else
            false
        #endif
    }

    /// Whether the process runs on a device rather than in a simulator.
    public static var isDevice: Bool { !isSimulator }

    /// Whether this library was built for debugging.
    public static var isDebug: Bool {
        #if DEBUG
            true
        #else
            false
        #endif
    }

    /// Whether the process renders an Xcode preview.
    public var isPreview: Bool { Self.isPreview }

    /// Whether the process runs tests, with XCTest or Swift Testing.
    public var isTest: Bool { Self.isTest }

    /// Whether the process runs in a simulator.
    public var isSimulator: Bool { Self.isSimulator }

    /// Whether the process runs on a device rather than in a simulator.
    public var isDevice: Bool { Self.isDevice }

    /// Whether this library was built for debugging.
    public var isDebug: Bool { Self.isDebug }

    /// The command-line arguments of the process.
    public var arguments: [String] { CommandLine.arguments }

    /// Evaluated once, since the environment of a process does not change.
    private static let isTestProcess: Bool = {
        let variables = ["XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestSessionIdentifier"]
        return variables.contains { environment($0) != nil } || CommandLine.arguments.contains(where: isOfTestRunner)
    }()

    /// Returns whether an argument shows that the process is a test runner.
    ///
    /// Such an argument is `--testing-library`, the path of a test bundle (as on Linux and in `swift test`), or the
    /// path of SwiftPM's testing helper.
    private static func isOfTestRunner(_ argument: String) -> Bool {
        // `contains(".xctest/")` would link a megabyte of regular expressions into static programs.
        strstr(argument + "/", ".xctest/") != nil || argument == "--testing-library"
            || argument.hasSuffix("/swiftpm-testing-helper")
    }

    private static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
