#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

// What the process runs in, for services that depend on it:
//
//     @Service var api: API = isTest ? MockAPI() : LiveAPI()
//
// The initializer of a property is checked as that of a stored one, which sees static members only; hence the twins.

extension Container {
    /// The arguments that the process was started with.
    public static var arguments: [String] {
        CommandLine.arguments
    }

    /// Whether the process draws an Xcode preview.
    public static var isPreview: Bool {
        environment("XCODE_RUNNING_FOR_PREVIEWS") == "1"
    }

    /// Whether the process runs tests, of XCTest or of Swift Testing.
    public static var isTest: Bool {
        isTestProcess
    }

    /// Whether the process runs in a simulator.
    public static var isSimulator: Bool {
        #if targetEnvironment(simulator)
            true
        #else
            false
        #endif
    }

    /// Whether the process runs on a device rather than in a simulator.
    public static var isDevice: Bool {
        !isSimulator
    }

    /// Whether the process was started by Xcode.
    public static var isXcode: Bool {
        environment("__XCODE_BUILT_PRODUCTS_DIR_PATHS") != nil
            || environment("XPC_SERVICE_NAME")?.hasPrefix("application.com.apple.dt.Xcode") == true
    }

    /// Whether this library was built for debugging.
    public static var isDebug: Bool {
        #if DEBUG
            true
        #else
            false
        #endif
    }

    /// The arguments that the process was started with.
    public var arguments: [String] { Self.arguments }

    /// Whether the process draws an Xcode preview.
    public var isPreview: Bool { Self.isPreview }

    /// Whether the process runs tests, of XCTest or of Swift Testing.
    public var isTest: Bool { Self.isTest }

    /// Whether the process runs in a simulator.
    public var isSimulator: Bool { Self.isSimulator }

    /// Whether the process runs on a device rather than in a simulator.
    public var isDevice: Bool { Self.isDevice }

    /// Whether the process was started by Xcode.
    public var isXcode: Bool { Self.isXcode }

    /// Whether this library was built for debugging.
    public var isDebug: Bool { Self.isDebug }

    /// The process does not become another one, so this is found out once.
    private static let isTestProcess: Bool = {
        let variables = ["XCTestConfigurationFilePath", "XCTestBundlePath", "XCTestSessionIdentifier"]
        return variables.contains { environment($0) != nil } || arguments.contains(where: isOfTestRunner)
    }()

    /// Whether an argument is one that only test runners are started with: the test bundle of Linux and of
    /// `swift test`, or the choice of a testing library.
    private static func isOfTestRunner(_ argument: String) -> Bool {
        // Not by `contains(".xctest/")`, which would link a megabyte of regular expressions into static programs.
        argument.split { $0 == "/" }.contains { $0.hasSuffix(".xctest") } || argument == "--testing-library"
            || argument.hasSuffix("/swiftpm-testing-helper")
    }

    private static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
