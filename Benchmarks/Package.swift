// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "wormer", path: "..")],
    targets: [
        .target(
            name: "Fixtures",
            dependencies: [
                .product(name: "Wormer", package: "wormer"),
                .product(name: "Fusion", package: "wormer"),
            ]
        ),
        .target(name: "CHeap"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "CHeap",
                "Fixtures",
                .product(name: "Wormer", package: "wormer"),
                .product(name: "WormerGraph", package: "wormer"),
                .product(name: "Fusion", package: "wormer"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
