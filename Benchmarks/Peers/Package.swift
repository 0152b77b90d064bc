// swift-tools-version: 6.2

import PackageDescription

// A package of its own, because it depends on other libraries. `run` builds it.
let package = Package(
    name: "peers",
    platforms: [.macOS(.v13)],
    dependencies: [
        .package(name: "wormer", path: "../.."),
        .package(url: "https://github.com/hmlongco/Factory", exact: "3.2.1"),
        .package(url: "https://github.com/Swinject/Swinject", exact: "2.10.0"),
        .package(url: "https://github.com/hmlongco/Resolver", exact: "1.5.1"),
        .package(url: "https://github.com/pointfreeco/swift-dependencies", exact: "1.16.0"),
        .package(url: "https://github.com/ivlevAstef/DITranquillity", exact: "6.0.0"),
    ],
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
            name: "Peers",
            dependencies: [
                "CHeap",
                "Fixtures",
                .product(name: "Wormer", package: "wormer"),
                .product(name: "Fusion", package: "wormer"),
                .product(name: "FactoryKit", package: "Factory"),
                "Swinject",
                "Resolver",
                .product(name: "Dependencies", package: "swift-dependencies"),
                "DITranquillity",
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
