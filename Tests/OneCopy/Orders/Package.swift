// swift-tools-version: 6.2

import PackageDescription

// A dynamic library that shares the library with its program.
let dynamicProduct = Context.environment["DYNAMIC_PRODUCT"] ?? "FusionDynamic"

let package = Package(
    name: "orders",
    platforms: [.macOS(.v10_15)],
    products: [.library(name: "Orders", type: .dynamic, targets: ["Orders"])],
    dependencies: [.package(name: "wormer", path: "../../..")],
    targets: [
        .target(
            name: "Orders",
            dependencies: [.product(name: dynamicProduct, package: "wormer")],
            swiftSettings: dynamicProduct == "FusionDynamic" ? [.define("FUSION")] : []
        )
    ],
    swiftLanguageModes: [.v6]
)
