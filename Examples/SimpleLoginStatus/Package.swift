// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "SimpleLoginStatus",
    platforms: [.macOS(.v15)],
    dependencies: [
        // Without the Server trait, packages that only the server needs are not fetched.
        .package(name: "latchkey", path: "../..", traits: [])
    ],
    targets: [
        .executableTarget(
            name: "SimpleLoginStatus",
            dependencies: [
                .product(name: "LatchkeyAuth", package: "latchkey"),
                .product(name: "LatchkeyFirebase2", package: "latchkey"),
                .product(name: "LatchkeySimpleLogin", package: "latchkey"),
            ])
    ]
)
