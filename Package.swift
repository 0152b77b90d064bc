// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

// A resource brings an accessor that imports Foundation, which the libraries do without. So the privacy manifest is a
// resource where it is asked for, on the systems of Apple, and no part of the package elsewhere. (What counts is the
// system that builds: a Mac that builds for Linux takes it along.)
#if canImport(Darwin)
    let privacyManifest: [Resource] = [.copy("PrivacyInfo.xcprivacy")]
    let excluded: [String] = []
#else
    let privacyManifest: [Resource] = []
    let excluded = ["PrivacyInfo.xcprivacy"]
#endif

let package = Package(
    name: "wormer",
    platforms: [.iOS(.v13), .macOS(.v10_15), .tvOS(.v13), .watchOS(.v6), .visionOS(.v1)],
    products: [
        .library(name: "Wormer", targets: ["Wormer"]),
        .library(name: "Fusion", targets: ["Fusion"]),
        .library(name: "Compat", targets: ["Compat"]),
        .library(name: "WormerTesting", targets: ["WormerTesting"]),
    ],
    targets: [
        .target(
            name: "CWormer",
            linkerSettings: [.linkedLibrary("dispatch", .when(platforms: [.linux]))]
        ),
        .target(name: "Wormer", dependencies: ["CWormer"], exclude: excluded, resources: privacyManifest),
        .target(name: "Fusion", dependencies: ["Wormer", "FusionMacros"]),
        .macro(name: "FusionMacros"),
        .target(name: "Compat", dependencies: ["Wormer"]),
        .target(name: "CWormerTesting", dependencies: ["CWormer"]),
        .target(name: "WormerTesting", dependencies: ["Wormer", "CWormerTesting"]),
        .testTarget(name: "WormerTests", dependencies: ["Wormer", "CWormer"]),
        .testTarget(name: "FusionTests", dependencies: ["Fusion", "Wormer", "WormerTesting", "Compat", "StressModel"]),
        .testTarget(
            name: "MainActorTests",
            dependencies: ["Fusion", "Wormer"],
            swiftSettings: [.defaultIsolation(MainActor.self)]
        ),
        .testTarget(name: "FusionMacrosTests", dependencies: ["FusionMacros", "Fusion", "ServiceProgram"]),
        .testTarget(name: "CompatTests", dependencies: ["Compat", "Wormer"]),
        .testTarget(name: "WormerTestingTests", dependencies: ["WormerTesting", "Wormer", "Fusion"]),
        // A program whose graph is known before anything runs; a test of the macro runs it.
        .target(name: "Warehouse", dependencies: ["Fusion"], path: "Tests/ServiceProgram/Warehouse"),
        .target(name: "Shop", dependencies: ["Fusion", "Warehouse"], path: "Tests/ServiceProgram/Shop"),
        .executableTarget(
            name: "ServiceProgram",
            dependencies: ["Fusion", "Shop", "Warehouse"],
            path: "Tests/ServiceProgram/Program"
        ),
        // A model of containers: the tests of Fusion run it on one thread, .ci/stress on many under the sanitizers.
        .target(
            name: "StressModel",
            dependencies: ["Fusion", "Wormer", "Compat"],
            path: "Tests/StressTests/Model"
        ),
        .target(name: "CStress", path: "Tests/StressTests/CStress"),
        .executableTarget(
            name: "Stress",
            dependencies: ["StressModel", "Fusion", "Wormer", "CStress"],
            path: "Tests/StressTests/Stress"
        ),
    ],
    swiftLanguageModes: [.v6]
)
