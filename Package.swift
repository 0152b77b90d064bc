// swift-tools-version: 6.2

import CompilerPluginSupport
import PackageDescription

// A resource adds an accessor that imports Foundation, which the libraries do not use. So the privacy manifest is a
// resource only on Apple systems, where it is used, and excluded elsewhere. (The condition is the building system: a
// Mac that builds for Linux includes the manifest.)
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
        .library(name: "WormerGraph", targets: ["WormerGraph"]),
        .library(name: "WormerTesting", targets: ["WormerTesting"]),
        // For programs of several dynamic libraries or frameworks, which share one registry only if they share one of
        // these. `FusionDynamic` contains all of `WormerDynamic`.
        .library(name: "WormerDynamic", type: .dynamic, targets: ["Wormer", "WormerGraph", "DynamicTesting"]),
        .library(
            name: "FusionDynamic",
            type: .dynamic,
            targets: ["Wormer", "WormerGraph", "Fusion", "DynamicTesting"]
        ),
    ],
    traits: [.trait(name: "Testing", description: "Adds WormerTesting to the dynamic products.")],
    targets: [
        .target(
            name: "CWormer",
            cSettings: [.define("WORMER_LIBRARY")],
            linkerSettings: [.linkedLibrary("dispatch", .when(platforms: [.linux]))]
        ),
        .target(name: "Wormer", dependencies: ["CWormer"], exclude: excluded, resources: privacyManifest),
        .target(name: "CWormerGraph", dependencies: ["CWormer"], cSettings: [.define("WORMER_LIBRARY")]),
        .target(name: "WormerGraph", dependencies: ["Wormer", "CWormerGraph"]),
        .target(name: "Fusion", dependencies: ["Wormer", "FusionMacros"]),
        .macro(name: "FusionMacros"),
        .target(name: "Compat", dependencies: ["Wormer"]),
        .target(name: "CWormerTesting"),
        .target(name: "WormerTesting", dependencies: ["Wormer", "WormerGraph", "CWormer", "CWormerTesting"]),
        .target(
            name: "DynamicTesting",
            dependencies: [.target(name: "WormerTesting", condition: .when(traits: ["Testing"]))]
        ),
        .testTarget(
            name: "WormerTests",
            dependencies: [
                "Wormer", "WormerGraph", "WormerTesting", "CWormer", "CStress", "StressModel", "TestSupport",
            ]
        ),
        .testTarget(
            name: "WormerGraphTests",
            dependencies: ["Wormer", "WormerGraph", "WormerTesting", "StressModel", "TestSupport"]
        ),
        .testTarget(
            name: "FusionTests",
            dependencies: [
                "Fusion", "Wormer", "WormerGraph", "WormerTesting", "Compat", "StressModel", "TestSupport",
            ]
        ),
        .testTarget(
            name: "MainActorTests",
            dependencies: ["Fusion", "Wormer", "WormerGraph"],
            swiftSettings: [.defaultIsolation(MainActor.self)]
        ),
        .testTarget(
            name: "FusionMacrosTests",
            dependencies: [
                "Fusion", "WormerGraph", "TestSupport",
                .target(name: "FusionPlugin", condition: .when(platforms: [.macOS, .linux])),
                .target(name: "ServiceProgram", condition: .when(platforms: [.macOS, .linux])),
                .target(name: "PropertyProgram", condition: .when(platforms: [.macOS, .linux])),
            ]
        ),
        .testTarget(name: "CompatTests", dependencies: ["Compat", "Wormer", "TestSupport"]),
        .testTarget(
            name: "WormerTestingTests",
            dependencies: ["WormerTesting", "Wormer", "WormerGraph", "Fusion", "TestSupport"]
        ),
        // The sources of the plugin, for its tests. If they depended on the macro, the package manager would build what
        // tests use a second time.
        .target(name: "FusionPlugin", path: "Tests/FusionPlugin", exclude: ["Plugin.swift"]),
        // Helpers for the tests of several targets.
        .target(name: "TestSupport", dependencies: ["Wormer"], path: "Tests/TestSupport"),
        // A program whose graph is known before its services are read. A test of the macro runs it.
        .target(name: "Warehouse", dependencies: ["Fusion"], path: "Tests/ServiceProgram/Warehouse"),
        .target(name: "Shop", dependencies: ["Fusion", "Warehouse"], path: "Tests/ServiceProgram/Shop"),
        .executableTarget(
            name: "ServiceProgram",
            dependencies: ["Fusion", "WormerGraph", "Shop", "Warehouse"],
            path: "Tests/ServiceProgram/Program"
        ),
        // A program with injected properties of each kind, which nothing reads. A test runs it.
        .target(name: "Offices", dependencies: ["Fusion"], path: "Tests/PropertyProgram/Offices"),
        .executableTarget(
            name: "PropertyProgram",
            dependencies: ["Fusion", "Compat", "Wormer", "WormerGraph", "Offices"],
            path: "Tests/PropertyProgram/Program"
        ),
        // A model of containers. The tests of Fusion run it on one thread, and .ci/stress runs it on many threads with
        // sanitizers.
        .target(
            name: "StressModel",
            dependencies: ["Fusion", "Wormer", "Compat"],
            path: "Tests/StressTests/Model"
        ),
        .target(name: "CStress", dependencies: ["CWormer"], path: "Tests/StressTests/CStress"),
        .executableTarget(
            name: "Stress",
            dependencies: ["StressModel", "Fusion", "Wormer", "CStress"],
            path: "Tests/StressTests/Stress"
        ),
    ],
    swiftLanguageModes: [.v6]
)

// In release, the tests run the optimized libraries. To optimize the tests too takes minutes.
for target in package.targets where target.type == .test {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-Onone"], .when(configuration: .release))]
}

// On Apple's systems, a linker drops each function that a program doesn't use. Elsewhere it needs a section for each, and no
// order to keep what is public. A dynamic library exports all the same. The names of the core's properties and cases are
// left out, because nothing reads them. LLVM prefers smaller code, which no benchmark shows to be slower. On Linux,
// functions have no tables for C++ exceptions, which never pass through Swift's functions: they took 15 percent of a
// small program. Swift's backtraces, and debuggers with debug information, don't need them; glibc's `backtrace` ends at
// the first function without one. The compiler plugin expands a few lines at a time, so to optimize it takes longer than it
// saves. (A package that depends on a version accepts flags of a manifest of tools version 6.2. The condition is the
// building system.)
#if !canImport(Darwin)
    let smaller = [
        "-Xfrontend", "-function-sections", "-Xfrontend", "-internalize-at-link", "-Xllvm", "-force-attribute=optsize",
    ]
    let flags = [
        "Wormer": smaller + ["-Xfrontend", "-disable-reflection-metadata"],
        "WormerGraph": smaller, "Fusion": smaller, "Compat": smaller,
        "FusionMacros": ["-Onone"],
    ]
    let withoutTables = ["-Xllvm", "-force-attribute=nounwind"]
    for target in package.targets {
        guard let flags = flags[target.name] else { continue }
        target.swiftSettings =
            (target.swiftSettings ?? []) + [
                .unsafeFlags(flags, .when(configuration: .release)),
                .unsafeFlags(withoutTables, .when(platforms: [.linux], configuration: .release)),
            ]
    }
#endif
