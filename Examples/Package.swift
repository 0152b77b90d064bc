// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "examples",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "wormer", path: "..")],
    targets: [
        .executableTarget(name: "quickstart", dependencies: [.product(name: "Fusion", package: "wormer")]),
        // The app without its views, which is tested on Linux too.
        .target(
            name: "Shop",
            dependencies: [.product(name: "Fusion", package: "wormer"), .product(name: "Wormer", package: "wormer")],
            path: "ShopApp/Shop"
        ),
        .testTarget(
            name: "ShopTests",
            dependencies: ["Shop", .product(name: "WormerTesting", package: "wormer")],
            path: "ShopApp/Tests"
        ),
    ],
    swiftLanguageModes: [.v6]
)

#if canImport(Darwin)
    package.targets.append(
        .executableTarget(
            name: "ShopApp",
            dependencies: ["Shop", .product(name: "Fusion", package: "wormer")],
            path: "ShopApp/App"
        )
    )
#endif
