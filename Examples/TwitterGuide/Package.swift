// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "TwitterGuide",
    platforms: [.macOS(.v15)],
    // snippet.S3.1
    dependencies: [
        // Without the Server trait, packages that only the server needs are not fetched.
        .package(name: "latchkey", path: "../..", traits: []),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    ],
    targets: [
        .executableTarget(
            name: "TwitterGuide",
            dependencies: [
                .product(name: "LatchkeyAuth", package: "latchkey"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
            ])
    ]
    // snippet.end
)
