// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "SwiftUIApp",
    platforms: [.macOS(.v15), .iOS(.v18)],
    dependencies: [
        // Without the Server trait, packages that only the server needs are not fetched.
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
