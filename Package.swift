// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

let package = Package(
    name: "wormer",
    platforms: [.iOS(.v13), .macOS(.v10_15), .tvOS(.v13), .watchOS(.v6), .visionOS(.v1)],
    products: [
        .library(name: "Wormer", targets: ["Wormer"]),
        .library(name: "Fusion", targets: ["Fusion"]),
        .library(name: "Compat", targets: ["Compat"]),
    ],
    targets: [
        .target(
            name: "CWormer",
            linkerSettings: [.linkedLibrary("dispatch", .when(platforms: [.linux]))]
        ),
        .target(name: "Wormer", dependencies: ["CWormer"]),
        .target(name: "Fusion", dependencies: ["Wormer", "FusionMacros"]),
        .macro(name: "FusionMacros"),
        .target(name: "Compat", dependencies: ["Wormer"]),
        .testTarget(name: "WormerTests", dependencies: ["Wormer", "CWormer"]),
        .testTarget(name: "FusionTests", dependencies: ["Fusion", "Wormer", "Compat"]),
        .testTarget(name: "FusionMacrosTests", dependencies: ["FusionMacros", "Fusion"]),
        .testTarget(name: "CompatTests", dependencies: ["Compat", "Wormer"]),
        // What .ci/stress runs under the sanitizers.
        .target(name: "CStress", path: "Tests/StressTests/CStress"),
        .executableTarget(
            name: "Stress",
            dependencies: ["Fusion", "Wormer", "CStress"],
            path: "Tests/StressTests/Stress"
        ),
    ],
    swiftLanguageModes: [.v6]
)
