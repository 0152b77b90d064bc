// swift-tools-version: 6.2

import PackageDescription

// A program and a dynamic library, each with its own copy of Wormer and Fusion. The program loads the library at run
// time, or, if PLUG_DIRECTORY is set, is linked with it.
let libraries: [Target.Dependency] = [
    .product(name: "Wormer", package: "wormer"),
    .product(name: "WormerGraph", package: "wormer"),
    .product(name: "Fusion", package: "wormer"),
]
let plug = Context.environment["PLUG_DIRECTORY"]

let package = Package(
    name: "two-copies",
    platforms: [.macOS(.v10_15)],
    products: [.library(name: "Plug", type: .dynamic, targets: ["Plug"])],
    dependencies: [.package(name: "wormer", path: "../..")],
    targets: [
        .target(name: "Plug", dependencies: libraries, path: "Plug"),
        .executableTarget(
            name: "Host",
            dependencies: libraries,
            path: "Host",
            linkerSettings: plug.map {
                [.unsafeFlags(["-L\($0)", "-lPlug", "-Xlinker", "-rpath", "-Xlinker", $0])]
            } ?? []
        ),
        // A test that loads the library.
        .testTarget(
            name: "CopiesTests",
            dependencies: [.product(name: "WormerTesting", package: "wormer")],
            path: "CopiesTests"
        ),
    ],
    swiftLanguageModes: [.v6]
)
