// swift-tools-version: 6.2

import PackageDescription

// A program that uses one product, as another package does.
let product = Context.environment["PRODUCT"] ?? "Wormer"

let package = Package(
    name: "products",
    platforms: [.macOS(.v10_15)],
    dependencies: [.package(name: "wormer", path: "../..")],
    targets: [
        .executableTarget(
            name: "Program",
            dependencies: [.product(name: product, package: "wormer")],
            swiftSettings: [.define(product)]
        )
    ],
    swiftLanguageModes: [.v6]
)
