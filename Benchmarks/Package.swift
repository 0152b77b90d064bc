// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "wormer", path: "..")],
    targets: [
        .executableTarget(name: "Benchmarks", dependencies: [.product(name: "Wormer", package: "wormer")])
    ],
    swiftLanguageModes: [.v6]
)
