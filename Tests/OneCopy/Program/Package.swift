// swift-tools-version: 6.2

import PackageDescription

// A program and its tests, which share the library with a dynamic library, and a library that the program loads later. The
// trait lets them use `WormerTesting`.
let dynamicProduct = Context.environment["DYNAMIC_PRODUCT"] ?? "FusionDynamic"

let package = Package(
    name: "program",
    platforms: [.macOS(.v10_15)],
    products: [.library(name: "Late", type: .dynamic, targets: ["Late"])],
    traits: ["Testing"],
    dependencies: [
        .package(
            name: "wormer",
            path: "../../..",
            traits: [.trait(name: "Testing", condition: .when(traits: ["Testing"]))]
        ),
        .package(path: "../Orders"),
    ],
    targets: [
        .executableTarget(
            name: "Program",
            dependencies: [
                .product(name: dynamicProduct, package: "wormer"),
                .product(name: "Orders", package: "Orders"),
            ],
            swiftSettings: dynamicProduct == "FusionDynamic" ? [.define("FUSION")] : []
        ),
        .target(
            name: "Late",
            dependencies: [.product(name: dynamicProduct, package: "wormer")],
            swiftSettings: dynamicProduct == "FusionDynamic" ? [.define("FUSION")] : []
        ),
        .testTarget(
            name: "ProgramTests",
            dependencies: [
                "Program",
                .product(name: dynamicProduct, package: "wormer"),
                .product(name: "Orders", package: "Orders"),
            ],
            swiftSettings: dynamicProduct == "FusionDynamic" ? [.define("FUSION")] : []
        ),
    ],
    swiftLanguageModes: [.v6]
)
