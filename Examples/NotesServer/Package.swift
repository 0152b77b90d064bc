// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "notes-server",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "wormer", path: "../.."),
        // The server reads its configuration from the environment itself.
        .package(
            url: "https://github.com/hummingbird-project/hummingbird.git",
            from: "2.28.0",
            traits: ["FullFoundation"]
        ),
        .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-log.git", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.34.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
    ],
    targets: [
        // The domain of the program, without HTTP or SQL.
        .target(
            name: "Notes",
            dependencies: [
                .product(name: "Fusion", package: "wormer"),
                .product(name: "Wormer", package: "wormer"),
                .product(name: "Logging", package: "swift-log"),
            ]
        ),
        .target(
            name: "NotesStorage",
            dependencies: [
                "Notes", .product(name: "Fusion", package: "wormer"), .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
        .target(
            name: "NotesHTTP",
            dependencies: [
                "Notes",
                .product(name: "WormerGraph", package: "wormer"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            resources: [.embedInCode("graph.html")]
        ),
        .executableTarget(
            name: "NotesServer",
            dependencies: [
                "Notes", "NotesStorage", "NotesHTTP", .product(name: "WormerGraph", package: "wormer"),
            ]
        ),
        .testTarget(
            name: "NotesServerTests",
            dependencies: [
                "Notes", "NotesStorage", "NotesHTTP", "NotesServer",
                .product(name: "WormerTesting", package: "wormer"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// Measures the cost of injection for a request. It is optional, so that 'swift run' starts the server:
//
//     NOTES_BENCHMARK=1 swift run -c release --package-path Examples/NotesServer SeamBenchmark
if Context.environment["NOTES_BENCHMARK"] != nil {
    package.targets.append(.executableTarget(name: "SeamBenchmark", dependencies: ["Notes", "NotesHTTP"]))
}

if Context.environment["CI"] != nil {
    for target in package.targets {
        target.swiftSettings = [.treatAllWarnings(as: .error)]
    }
}
