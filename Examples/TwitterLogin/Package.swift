// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "TwitterLogin",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "TwitterLogin", targets: ["TwitterLogin"])
    ],
    dependencies: [
        // Without the Server trait, packages that only the server needs are not fetched.
        .package(name: "latchkey", path: "../..", traits: []),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    ],
    targets: [
        .target(
            name: "TwitterLogin",
            dependencies: [
                .product(name: "LatchkeyAuth", package: "latchkey"),
                .product(name: "LatchkeyOAuth", package: "latchkey"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        .executableTarget(
            name: "TwitterLoginApp",
            dependencies: [
                "TwitterLogin",
                .product(name: "LatchkeyAuth", package: "latchkey"),
                .product(name: "LatchkeyOAuth", package: "latchkey"),
            ]),
    ]
)

// The same settings as in Latchkey's own manifest, which builds these sources too.
for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
