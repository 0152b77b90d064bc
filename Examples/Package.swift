// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "examples",
    platforms: [.macOS(.v10_15)],
    dependencies: [.package(name: "wormer", path: "..")],
    targets: [
        .executableTarget(
            name: "quickstart",
            dependencies: [.product(name: "Wormer", package: "wormer")],
            exclude: ["proximity-events.txt"]
        ),
        .executableTarget(
            name: "main-actor-quickstart",
            dependencies: [.product(name: "Fusion", package: "wormer"), .product(name: "Wormer", package: "wormer")],
            swiftSettings: [.defaultIsolation(MainActor.self)]
        ),
    ],
    swiftLanguageModes: [.v6]
)
