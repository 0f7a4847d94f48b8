// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "SwiftUIApp",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [
        // Without the trait for the server nothing is fetched that only the server needs.
        .package(name: "latchkey", path: "../..", traits: [])
    ],
    targets: [
        .executableTarget(
            name: "SwiftUIApp",
            dependencies: [
                .product(name: "LatchkeyAuth", package: "latchkey"),
                .product(name: "LatchkeyDatabase", package: "latchkey"),
            ])
    ]
)

// As in Latchkey's own manifest: the same sources are built there too.
for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
