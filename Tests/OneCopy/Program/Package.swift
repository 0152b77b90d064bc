// swift-tools-version: 6.2

import PackageDescription

// A program that shares the library with a dynamic library of its own.
let dynamicProduct = Context.environment["DYNAMIC_PRODUCT"] ?? "FusionDynamic"

let package = Package(
    name: "program",
    platforms: [.macOS(.v10_15)],
    dependencies: [.package(name: "wormer", path: "../../.."), .package(path: "../Orders")],
    targets: [
        .executableTarget(
            name: "Program",
            dependencies: [
                .product(name: dynamicProduct, package: "wormer"),
                .product(name: "Orders", package: "Orders"),
            ],
            swiftSettings: dynamicProduct == "FusionDynamic" ? [.define("FUSION")] : []
        )
    ],
    swiftLanguageModes: [.v6]
)
