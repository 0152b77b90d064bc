// swift-tools-version: 6.2

import PackageDescription

// A dynamic library with its own copy of Wormer and Fusion.
let package = Package(
    name: "plug",
    platforms: [.macOS(.v10_15)],
    products: [.library(name: "Plug", type: .dynamic, targets: ["Plug"])],
    dependencies: [.package(name: "wormer", path: "../../..")],
    targets: [
        .target(
            name: "Plug",
            dependencies: [
                .product(name: "Wormer", package: "wormer"),
                .product(name: "Fusion", package: "wormer"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
