// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Firebase2Notes",
    platforms: [.macOS(.v15)],
    // snippet.FromFirebase.package
    dependencies: [
        // Without the Server trait, packages that only the server needs are not fetched.
        .package(name: "latchkey", path: "../..", traits: [])
    ],
    targets: [
        .executableTarget(
            name: "Firebase2Notes",
            dependencies: [
                .product(name: "LatchkeyAuth", package: "latchkey"),
                .product(name: "LatchkeyFirebase2", package: "latchkey"),
            ])
    ]
    // snippet.end
)
