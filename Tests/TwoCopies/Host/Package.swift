// swift-tools-version: 6.2

import PackageDescription

// A program with its own copy of Wormer and Fusion. It loads the plug at run time, or, if PLUG_DIRECTORY is set, links
// it.
let plug = Context.environment["PLUG_DIRECTORY"]

let package = Package(
    name: "host",
    platforms: [.macOS(.v10_15)],
    dependencies: [.package(name: "wormer", path: "../../..")],
    targets: [
        .executableTarget(
            name: "Host",
            dependencies: [
                .product(name: "Wormer", package: "wormer"),
                .product(name: "Fusion", package: "wormer"),
            ],
            linkerSettings: plug.map {
                [.unsafeFlags(["-L\($0)", "-lPlug", "-Xlinker", "-rpath", "-Xlinker", $0])]
            } ?? []
        )
    ],
    swiftLanguageModes: [.v6]
)
